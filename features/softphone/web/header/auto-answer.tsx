import { Switch } from '@mantine/core';
import { useState } from 'react';
import { agentsApi } from '#features/agents/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { usePhoneView } from '../desk/phone-desk.ts';
import './line-pill.css';

/** Lets the phone answer by itself after a second; the server keeps it and tells every page. */
export default function AutoAnswer() {
  const t = useText();
  const rules = usePhoneView()?.phone.rules;
  // Until the phone has heard of it.
  const [wished, setWished] = useState<boolean | null>(null);
  const command = useCommand(agentsApi.setAutoAnswer, { onDone: ({ autoAnswerEnable }) => setWished(autoAnswerEnable), onFailed: () => setWished(null) });
  if (!rules) return null;
  if (wished !== null && wished === rules.autoAnswer && !command.isPending) setWished(null);
  return (
    <Switch
      className="auto-answer"
      size="xs"
      label={t('softphone.autoAnswer')}
      // Narrow headers show the switch alone: the hint says what it is.
      wrapperProps={{ 'data-hint': `${t('softphone.autoAnswer')}: ${t('softphone.autoAnswerHint')}` }}
      checked={wished ?? rules.autoAnswer}
      onChange={(event) => {
        setWished(event.currentTarget.checked);
        command.mutate({ autoAnswerEnable: event.currentTarget.checked });
      }}
    />
  );
}

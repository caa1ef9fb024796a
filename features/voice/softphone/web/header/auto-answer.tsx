import { Switch } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { useAutoAnswer } from './use-auto-answer.ts';
import './line-pill.css';

/** Lets the phone answer by itself after a second. */
export default function AutoAnswer() {
  const t = useText();
  const autoAnswer = useAutoAnswer();
  if (!autoAnswer) return null;
  return (
    <Switch
      className="auto-answer"
      size="xs"
      label={t('softphone.autoAnswer')}
      // Narrow headers show the switch alone: the hint says what it is.
      wrapperProps={{ 'data-hint': `${t('softphone.autoAnswer')}: ${t('softphone.autoAnswerHint')}` }}
      checked={autoAnswer.isOn}
      onChange={(event) => autoAnswer.set(event.currentTarget.checked)}
    />
  );
}

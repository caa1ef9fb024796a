import { Switch } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useAutoAnswer } from '../header/use-auto-answer.ts';

/** What the phone does by itself. */
export function CallsCard() {
  const t = useText();
  const autoAnswer = useAutoAnswer();
  return (
    <Card title={t('softphone.settings.calls')}>
      <Switch
        label={t('softphone.autoAnswer')}
        description={t('softphone.settings.autoAnswerHint')}
        checked={autoAnswer?.isOn ?? false}
        disabled={!autoAnswer}
        onChange={(event) => autoAnswer?.set(event.currentTarget.checked)}
      />
    </Card>
  );
}

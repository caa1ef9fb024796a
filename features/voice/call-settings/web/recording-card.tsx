import { Suspense, useState } from 'react';
import type { RecordingRules } from '#core/call/recording-rules.ts';
import { agentGroups, recordingRulesField } from '#features/team/agent-groups/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';

const RulesField = lazily(agentGroups, recordingRulesField);

interface RecordingCardProps {
  rules: RecordingRules;
  disabled: boolean;
  onSave: (rules: RecordingRules) => void;
}

/** What customers are told before their call is recorded, by country. */
export function RecordingCard({ rules, disabled, onSave }: RecordingCardProps) {
  const t = useText();
  // Two changes close together: the second knows of the first before it was answered.
  const [wanted, setWanted] = useState(rules);
  const [answered, setAnswered] = useState(rules);
  if (answered !== rules) {
    setAnswered(rules);
    setWanted(rules);
  }
  return (
    <Card title={t('call-settings.recording')}>
      <p className="call-settings-note">{t('call-settings.recording.lead')}</p>
      <Suspense fallback={<LoadingLines lines={2} />}>
        <RulesField
          rules={wanted}
          disabled={disabled}
          onChange={(next) => {
            setWanted(next);
            onSave(next);
          }}
        />
      </Suspense>
    </Card>
  );
}

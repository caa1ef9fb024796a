import { NativeSelect } from '@mantine/core';
import { Suspense } from 'react';
import { noRecordingRules } from '#core/call/recording-rules.ts';
import { useText } from '#platform/web/i18n.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import type { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import type { GroupFields } from '../../contract.ts';
import { OptionalNumber } from './optional-number.tsx';
import RecordingRulesField from './recording-rules-field.tsx';

type GroupForm = ReturnType<typeof useContractForm<GroupFields>>;
type SoundName = 'musicSoundId' | 'welcomeSoundId' | 'repeatSoundId' | 'agentSoundId' | 'consentSoundId';

const REPEAT_SEC = 60;

/** What callers hear, and whoever answers them: sounds of the team. Who may not see those is shown none. */
export function HearingFields({ form }: { form: GroupForm }) {
  const t = useText();
  const hasSounds = useSlot('teamSound').length > 0;
  const { values, setFieldValue: set } = form;
  if (!hasSounds) return null;
  const sound = (name: SoundName, after?: (soundId: number | null) => void) => (
    <GroupSound form={form} name={name} after={after} />
  );
  return (
    <fieldset className="group-fields">
      <legend>{t('agent-groups.part.hearing')}</legend>
      <Suspense fallback={<LoadingLines lines={4} />}>
        {sound('welcomeSoundId')}
        {sound('musicSoundId')}
        {sound('repeatSoundId', (soundId) =>
          set('repeatEverySec', soundId === null ? null : (values.repeatEverySec ?? REPEAT_SEC)),
        )}
        {values.repeatSoundId !== null && (
          <OptionalNumber
            label={t('agent-groups.field.repeatEvery')}
            error={form.errors['repeatEverySec']}
            min={10}
            max={3_600}
            value={values.repeatEverySec}
            onChange={(next) => set('repeatEverySec', next ?? REPEAT_SEC)}
          />
        )}
        {sound('agentSoundId')}
      </Suspense>
    </fieldset>
  );
}

interface GroupSoundProps {
  form: GroupForm;
  name: SoundName;
  after?: ((soundId: number | null) => void) | undefined;
}

/** One sound of the team for one moment; nothing for who may not see those. */
function GroupSound({ form, name, after }: GroupSoundProps) {
  const t = useText();
  const SoundField = useSlot('teamSound')[0]?.Part;
  if (!SoundField) return null;
  return (
    <SoundField
      label={t(`agent-groups.field.${name}`)}
      hint={t(`agent-groups.field.${name}Hint`)}
      none={t(`agent-groups.sound.${name}`)}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(soundId) => {
        form.setFieldValue(name, soundId);
        after?.(soundId);
      }}
    />
  );
}

/** What callers are told before a call is recorded: as the team has it, or in this group's own way. */
export function RecordingFields({ form }: { form: GroupForm }) {
  const t = useText();
  const { values, setFieldValue: set } = form;
  return (
    <fieldset className="group-fields">
      <legend>{t('agent-groups.part.recording')}</legend>
      <NativeSelect
        label={t('agent-groups.field.recordingRules')}
        description={t('agent-groups.field.recordingRulesHint')}
        error={form.errors['recordingRules']}
        data={(['team', 'own'] as const).map((value) => ({ value, label: t(`agent-groups.recording.${value}`) }))}
        value={values.recordingRules === null ? 'team' : 'own'}
        onChange={(event) => set('recordingRules', event.currentTarget.value === 'own' ? noRecordingRules : null)}
      />
      {values.recordingRules !== null && (
        <RecordingRulesField rules={values.recordingRules} onChange={(rules) => set('recordingRules', rules)} />
      )}
      <Suspense fallback={<LoadingLines lines={1} />}>
        <GroupSound form={form} name="consentSoundId" />
      </Suspense>
    </fieldset>
  );
}

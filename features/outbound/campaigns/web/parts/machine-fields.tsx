import { Radio, Textarea } from '@mantine/core';
import { Suspense } from 'react';
import { useText } from '#platform/web/i18n.ts';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useSlot } from '#platform/web/use-slot.ts';
import { MACHINE_RULES, MACHINE_TEXT_MAX, type DialledFields } from '../../contract.ts';

type MachineRule = DialledFields['machineRule'];

export interface CampaignMachineProps {
  form: FormState<DialledFields>;
  /** What a rule means to whoever would talk. */
  words: (rule: MachineRule) => { label: string; description: string };
}

/** What is done when a machine answers. */
export default function CampaignMachine({ form, words }: CampaignMachineProps) {
  const t = useText();
  // Without the right to see sounds none can be chosen: what is set stays, and a text can be written.
  const SoundField = useSlot('teamSound')[0]?.Part;
  const { machineRule, machineSoundId } = form.values;
  return (
    <fieldset className="form-group">
      <legend>{t('campaigns.field.machineRule')}</legend>
      <Radio.Group
        aria-label={t('campaigns.field.machineRule')}
        value={machineRule}
        onChange={(value) => form.setFieldValue('machineRule', value as MachineRule)}
      >
        <div className="campaign-lines">
          {MACHINE_RULES.map((rule) => (
            <Radio key={rule} value={rule} {...words(rule)} />
          ))}
        </div>
      </Radio.Group>
      <Suspense fallback={<LoadingLines lines={2} />}>
        {machineRule === 'message' && SoundField && (
          <SoundField
            label={t('campaigns.field.machineSoundId')}
            hint={t('campaigns.machineSoundHint')}
            none={t('campaigns.machineSoundOrText')}
            value={machineSoundId}
            error={form.errors['machineSoundId']}
            onChange={(soundId) => form.setFieldValue('machineSoundId', soundId)}
          />
        )}
      </Suspense>
      {machineRule === 'message' && machineSoundId === null && (
        <Textarea
          autosize
          minRows={2}
          maxLength={MACHINE_TEXT_MAX}
          label={t('campaigns.field.machineText')}
          description={t('campaigns.machineTextHint', {
            name: '{name}',
            column: `{${t('campaigns.machineTextColumn')}}`,
          })}
          {...form.getInputProps('machineText')}
        />
      )}
    </fieldset>
  );
}

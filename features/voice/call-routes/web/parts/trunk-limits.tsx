import { Switch, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { routesApi, TrunkFields, type Trunk } from '../../contract.ts';
import { CapField } from './cap-field.tsx';

export interface TrunkLimitsProps {
  trunk: Trunk;
  /** Its name and limits are set with its connection: here only calls for help. */
  emergencyOnly: boolean;
  onClose: () => void;
}

/** What routes know of a trunk: its name, how much it carries, and whether it takes calls for help. Calls it carries go on. */
export default function TrunkLimits({ trunk, emergencyOnly, onClose }: TrunkLimitsProps) {
  const t = useText();
  const [opened] = useState(trunk);
  const [initial] = useState<TrunkFields>(() => {
    const { name, carrier, enabled, maxCalls, callsPerSec, emergency, emergencyAddress } = opened;
    return { name, carrier, enabled, maxCalls, callsPerSec, emergency, emergencyAddress };
  });
  const form = useContractForm<TrunkFields>(TrunkFields as never, initial);
  const update = useCommand(routesApi.updateTrunk, { invalidates: [routesApi.listTrunks], handlesFailures: true });
  const { emergency, maxCalls, callsPerSec } = form.values;

  async function send(fields: TrunkFields): Promise<void> {
    await update.mutateAsync({ ...fields, path: 'line.update', id: opened.id, version: opened.version });
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t(emergencyOnly ? 'routes.emergencyNamed' : 'routes.editNamed', { name: opened.name })}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose} refusedFields={{ nameTaken: 'name' }}>
        {!emergencyOnly && (
          <>
            <TextInput
              required
              maxLength={60}
              label={t('routes.field.name')}
              description={opened.isRehearsal ? t('routes.trunk.rehearsalHint') : undefined}
              {...form.getInputProps('name')}
            />
            <div className="form-row">
              <CapField
                label={t('routes.field.maxCalls')}
                max={100_000}
                value={maxCalls}
                error={form.errors['maxCalls']}
                onChange={(next) => form.setFieldValue('maxCalls', next)}
              />
              <CapField
                label={t('routes.field.callsPerSec')}
                max={10_000}
                value={callsPerSec}
                error={form.errors['callsPerSec']}
                onChange={(next) => form.setFieldValue('callsPerSec', next)}
              />
            </div>
          </>
        )}
        <Switch
          label={t('routes.field.emergency')}
          description={t(opened.isRehearsal ? 'routes.trunk.noEmergency' : 'routes.trunk.emergencyHint')}
          disabled={opened.isRehearsal}
          {...form.getInputProps('emergency', { type: 'checkbox' })}
        />
        {emergency && (
          <Textarea
            label={t('routes.field.emergencyAddress')}
            description={t('routes.trunk.addressHint')}
            maxLength={300}
            rows={3}
            {...form.getInputProps('emergencyAddress')}
          />
        )}
        {!emergencyOnly && (
          <Switch label={t('routes.field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        )}
      </ContractForm>
    </SidePanel>
  );
}

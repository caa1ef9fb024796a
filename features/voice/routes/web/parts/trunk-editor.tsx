import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { routesApi, TrunkFields, type Trunk } from '../../contract.ts';
import { CapField } from './cap-field.tsx';

interface TrunkEditorProps {
  trunk: Trunk | null;
  /** Those the exchange knows. */
  carriers: readonly { carrier: string; isRehearsal: boolean }[];
  onClose: () => void;
}

/** Adds a trunk, or changes one; calls it carries go on. */
export function TrunkEditor({ trunk, carriers, onClose }: TrunkEditorProps) {
  const t = useText();
  const [initial] = useState<TrunkFields>(() => ({
    name: trunk?.name ?? '',
    carrier: trunk?.carrier ?? carriers[0]?.carrier ?? '',
    enabled: trunk?.enabled ?? true,
    maxCalls: trunk?.maxCalls ?? null,
    callsPerSec: trunk?.callsPerSec ?? null,
    emergency: trunk?.emergency ?? false,
    emergencyAddress: trunk?.emergencyAddress ?? '',
  }));
  const form = useContractForm<TrunkFields>(TrunkFields as never, initial);
  const invalidates = [routesApi.listTrunks];
  const create = useCommand(routesApi.createTrunk, { invalidates, handlesFailures: true });
  const update = useCommand(routesApi.updateTrunk, { invalidates, handlesFailures: true });
  const { carrier, emergency, maxCalls, callsPerSec } = form.values;
  const isKnown = carriers.some((one) => one.carrier === carrier);
  const isRehearsal = carriers.find((one) => one.carrier === carrier)?.isRehearsal ?? false;

  async function send(fields: TrunkFields): Promise<void> {
    if (trunk) await update.mutateAsync({ ...fields, path: 'line.update', id: trunk.id, version: trunk.version });
    else await create.mutateAsync({ ...fields, path: 'line.create' });
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  const choose = (next: string) => {
    form.setFieldValue('carrier', next);
    if (carriers.find((one) => one.carrier === next)?.isRehearsal) form.setFieldValue('emergency', false);
  };
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={trunk ? t('routes.editNamed', { name: trunk.name }) : t('routes.trunk.add')}
      dirty={form.isDirty()}
    >
      <ContractForm
        form={form}
        onSubmit={send}
        onCancel={onClose}
        refusedFields={{ nameTaken: 'name', carrierUnknown: 'carrier' }}
      >
        <TextInput required maxLength={60} label={t('routes.field.name')} {...form.getInputProps('name')} />
        <NativeSelect
          label={t('routes.field.carrier')}
          description={t(isRehearsal ? 'routes.trunk.rehearsalHint' : 'routes.trunk.carrierHint')}
          data={[
            ...(isKnown || carrier === ''
              ? []
              : [{ value: carrier, label: `${carrier} – ${t('routes.unknownCarrier')}` }]),
            ...carriers.map((one) => ({
              value: one.carrier,
              label: one.isRehearsal ? `${one.carrier} (${t('routes.rehearsal')})` : one.carrier,
            })),
          ]}
          value={carrier}
          error={form.errors['carrier']}
          onChange={(event) => choose(event.currentTarget.value)}
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
        <Switch
          label={t('routes.field.emergency')}
          description={t(isRehearsal ? 'routes.trunk.noEmergency' : 'routes.trunk.emergencyHint')}
          disabled={isRehearsal}
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
        <Switch label={t('routes.field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </ContractForm>
    </SidePanel>
  );
}

import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { routesApi } from '#features/voice/call-routes/contract.ts';
import { homeApi } from '#features/office/home/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { NEW_SIP_TRUNK, SipTrunkFields, trunksApi, type SipTrunk } from '../../contract.ts';
import { presetTrunk } from '../../core/preset-trunk.ts';
import { presetOf, type CarrierPreset } from '../../core/presets.ts';
import { fieldsOf } from '../trunk-fields.ts';
import { CallPreview } from './call-preview.tsx';
import { ConnectionFields, SignInFields } from './connection-fields.tsx';
import { CallerFields, HeaderFields, NumberFields } from './number-fields.tsx';
import { PresetNote } from './preset-note.tsx';
import { CapacityFields, NetworkFields, SoundFields } from './rest-fields.tsx';
import { RootFields } from './root-fields.tsx';

interface SipTrunkEditorProps {
  /** Null: a new one, begun with a preset or without. */
  trunk: SipTrunk | null;
  preset: CarrierPreset | null;
  onClose: () => void;
}

/** Connects a carrier, or changes how one is connected; calls over it go on where they can. */
export function SipTrunkEditor({ trunk, preset: chosen, onClose }: SipTrunkEditorProps) {
  const t = useText();
  // As it was when the panel was opened: what is pushed meanwhile changes how it is, not what is typed.
  const [opened] = useState(trunk);
  const [initial] = useState<SipTrunkFields>(() =>
    opened ? fieldsOf(opened) : chosen ? presetTrunk(NEW_SIP_TRUNK, chosen) : NEW_SIP_TRUNK,
  );
  const preset = chosen ?? presetOf(initial.preset);
  const form = useContractForm<SipTrunkFields>(SipTrunkFields as never, initial);
  const invalidates = [trunksApi.list, routesApi.listTrunks, homeApi.guide];
  const create = useCommand(trunksApi.create, { invalidates, handlesFailures: true });
  const update = useCommand(trunksApi.update, { invalidates, handlesFailures: true });

  async function send(fields: SipTrunkFields): Promise<void> {
    if (opened) await update.mutateAsync({ ...fields, id: opened.id, version: opened.version });
    else await create.mutateAsync(fields);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={680}
      title={opened ? t('trunks.editNamed', { name: opened.name }) : t('trunks.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose} refusedFields={{ nameTaken: 'name' }}>
        {preset && !opened && <PresetNote preset={preset} />}
        <TextInput required maxLength={60} label={t('trunks.field.name')} {...form.getInputProps('name')} />
        <Switch
          label={t('trunks.field.enabled')}
          description={t('trunks.field.enabledHint')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <ConnectionFields form={form} preset={preset} />
        <SignInFields form={form} preset={preset} hasPassword={opened?.hasPassword ?? false} />
        <NumberFields form={form} preset={preset} />
        <CallerFields form={form} />
        <CallPreview trunk={form.values} />
        <HeaderFields form={form} known={opened?.headers ?? []} />
        <SoundFields form={form} />
        <CapacityFields form={form} />
        <NetworkFields form={form} />
        <RootFields form={form} known={opened} />
      </ContractForm>
    </SidePanel>
  );
}

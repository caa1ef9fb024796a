import { MultiSelect, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  channelsFor,
  protocolsOf,
  usualSettings,
  type SpeechProtocol,
  type SpeechUse,
} from '#core/speech/protocols.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import {
  SPEECH_KEY_MAX,
  SPEECH_NAME_MAX,
  SPEECH_WORD_MAX,
  speechApi,
  type SpeechProvider,
  type SpeechProviderFields,
} from '../../contract.ts';
import { VoiceFields } from './voice-fields.tsx';

interface ProviderEditorProps {
  use: SpeechUse;
  /** Null: a new one. */
  provider: SpeechProvider | null;
  taken: readonly SpeechChannel[];
  onClose: () => void;
}

function beginning(use: SpeechUse, channel: SpeechChannel): SpeechProviderFields {
  const protocol = protocolsOf(channel, use)[0]!;
  return {
    use,
    channel,
    protocol,
    name: '',
    ...usual(protocol, use),
    languages: [],
    voices: [],
    isOn: true,
    secret: '',
  };
}
const usual = (protocol: SpeechProtocol, use: SpeechUse) => ({
  address: usualSettings[protocol].address,
  model: usualSettings[protocol].models[use] ?? '',
});
const languages = CustomerLanguage.rows.map(({ code }) => code);

/** Describes a provider. A key that is kept is never shown; an empty field keeps it. */
export function ProviderEditor({ use, provider, taken, onClose }: ProviderEditorProps) {
  const t = useText();
  const free = channelsFor(use).filter((channel) => !taken.includes(channel));
  const [initial] = useState<SpeechProviderFields>(() => {
    if (!provider) return beginning(use, free[0]!);
    const { id: _id, version: _version, hasSecret: _has, secretEnd: _end, ...fields } = provider;
    return { ...fields, secret: '' };
  });
  const form = useContractForm<SpeechProviderFields>(speechApi.add.input as never, initial);
  const invalidates = [speechApi.settings];
  const add = useCommand(speechApi.add, { invalidates, handlesFailures: true });
  const update = useCommand(speechApi.update, { invalidates, handlesFailures: true });
  const { channel, protocol, voices } = form.values;
  const protocols = protocolsOf(channel, use);

  async function send(fields: SpeechProviderFields): Promise<void> {
    const { use: _use, channel: _channel, ...change } = fields;
    if (provider) await update.mutateAsync({ ...change, id: provider.id, version: provider.version });
    else await add.mutateAsync(fields);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  // What somebody typed stays; what was only proposed follows the choice.
  function choose(nextChannel: SpeechChannel, wanted: SpeechProtocol = protocol): void {
    const next = protocolsOf(nextChannel, use).includes(wanted) ? wanted : protocolsOf(nextChannel, use)[0]!;
    const [before, after] = [usual(protocol, use), usual(next, use)];
    form.setValues({
      channel: nextChannel,
      protocol: next,
      ...(form.values.address === before.address && { address: after.address }),
      ...(form.values.model === before.model && { model: after.model }),
    });
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={520}
      title={provider ? t('speech.edit') : t('speech.addTo', { use: t(`speech.use.${use}`) })}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <Select
          label={t('speech.field.channel')}
          allowDeselect={false}
          disabled={provider !== null}
          data={(provider ? [channel] : free).map((code) => ({
            value: String(code),
            label: codeLabel(SpeechChannel, code),
          }))}
          value={String(channel)}
          onChange={(value) => value && choose(Number(value) as SpeechChannel)}
        />
        <Select
          label={t('speech.field.protocol')}
          allowDeselect={false}
          disabled={protocols.length === 1}
          data={protocols.map((value) => ({ value, label: t(`speech.protocol.${value}`) }))}
          value={protocol}
          onChange={(value) => value && choose(channel, value as SpeechProtocol)}
        />
        <TextInput
          label={t('speech.field.name')}
          description={t('speech.field.nameHint')}
          maxLength={SPEECH_NAME_MAX}
          {...form.getInputProps('name')}
        />
        <TextInput
          required
          type="url"
          label={t('speech.field.address')}
          description={t('speech.field.addressHint')}
          {...form.getInputProps('address')}
        />
        <TextInput label={t('speech.field.model')} maxLength={SPEECH_WORD_MAX} {...form.getInputProps('model')} />
        <PasswordInput
          label={t('speech.field.key')}
          description={provider?.hasSecret ? t('speech.field.keyKept') : undefined}
          autoComplete="off"
          maxLength={SPEECH_KEY_MAX}
          {...form.getInputProps('secret')}
        />
        {use !== 'brain' && (
          <MultiSelect
            label={t('speech.field.languages')}
            description={t('speech.field.languagesHint')}
            searchable
            clearable
            data={languages.map((code) => ({ value: code, label: codeLabel(CustomerLanguage, code) }))}
            {...form.getInputProps('languages')}
          />
        )}
        {use === 'voice' && <VoiceFields voices={voices} onChange={(next) => form.setFieldValue('voices', next)} />}
        <Switch label={t('speech.field.isOn')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
      </ContractForm>
    </SidePanel>
  );
}

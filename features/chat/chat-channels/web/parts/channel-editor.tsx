import { Checkbox, ColorInput, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { chatChannelsApi, type ChatChannel, type WebSettings } from '../../contract.ts';
import { ChannelValues, valuesOf, wishOf } from './channel-values.ts';
import { HoursFields } from './hours-fields.tsx';
import { WordFields } from './word-fields.tsx';

/** Makes a channel, or changes one. */
export function ChannelEditor({ channel, onClose }: { channel: ChatChannel | null; onClose: () => void }) {
  const t = useText();
  const groups = useEndpoint(agentGroupsApi.all, {}).data ?? [];
  const language = useLanguage();
  const [initial] = useState(() =>
    valuesOf(channel, {
      name: t('chat-channels.first.name'),
      greeting: { [language]: t('chat-channels.first.greeting') },
    }),
  );
  const form = useContractForm<ChannelValues>(ChannelValues as never, initial);
  const invalidates = [chatChannelsApi.list];
  const add = useCommand(chatChannelsApi.add, { invalidates, handlesFailures: true });
  const update = useCommand(chatChannelsApi.update, { invalidates, handlesFailures: true });
  const { settings } = form.values;
  const set = (next: Partial<WebSettings>) =>
    form.setFieldValue('settings', { ...form.values.settings, ...next } as never);
  async function send(values: ChannelValues): Promise<void> {
    const fields = wishOf(values);
    if (channel) await update.mutateAsync({ id: channel.id, version: channel.version, ...fields });
    else await add.mutateAsync(fields);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t(channel ? 'chat-channels.edit' : 'chat-channels.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <TextInput required label={t('chat-channels.field.name')} maxLength={60} {...form.getInputProps('name')} />
        <TextInput
          label={t('chat-channels.field.key')}
          description={t('chat-channels.field.keyHint')}
          maxLength={60}
          {...form.getInputProps('key')}
        />
        <NativeSelect
          required
          label={t('chat-channels.field.group')}
          data={[{ value: '', label: '' }, ...groups.map(({ id, name }) => ({ value: String(id), label: name }))]}
          {...form.getInputProps('group_id')}
        />
        <Switch label={t('chat-channels.field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <ColorInput
          label={t('chat-channels.field.colour')}
          format="hex"
          value={settings.colour}
          onChange={(colour) => /^#[0-9a-f]{6}$/i.test(colour) && set({ colour })}
        />
        <NativeSelect
          label={t('chat-channels.field.position')}
          data={(['right', 'left'] as const).map((value) => ({ value, label: t(`chat-channels.position.${value}`) }))}
          value={settings.position}
          onChange={({ currentTarget: { value } }) => set({ position: value as 'left' | 'right' })}
        />
        <WordFields settings={settings} onChange={set} />
        <HoursFields settings={settings} onChange={set} />
        <Textarea
          label={t('chat-channels.field.origins')}
          description={t('chat-channels.field.originsHint')}
          rows={3}
          placeholder="https://www.example.com"
          {...form.getInputProps('origins')}
        />
        <NativeSelect
          label={t('chat-channels.field.calls')}
          description={t('chat-channels.field.callsHint')}
          data={[
            { value: '', label: t('chat-channels.field.noCalls') },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={settings.call_group_id === null ? '' : String(settings.call_group_id)}
          onChange={({ currentTarget: { value } }) => set({ call_group_id: value === '' ? null : Number(value) })}
        />
        <Checkbox
          label={t('chat-channels.field.files')}
          checked={settings.files}
          onChange={({ currentTarget: { checked } }) => set({ files: checked })}
        />
        <Checkbox
          label={t('chat-channels.field.rating')}
          checked={settings.rating}
          onChange={({ currentTarget: { checked } }) => set({ rating: checked })}
        />
      </ContractForm>
    </SidePanel>
  );
}

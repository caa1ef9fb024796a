import { Checkbox, ColorInput, NativeSelect, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { chatChannelsApi, WebSettings, type ChatChannel } from '../../contract.ts';
import { HoursFields } from './hours-fields.tsx';
import { QuestionFields } from './question-fields.tsx';

const Values = z.object({
  name: z.string().trim().min(1).max(60),
  key: z.union([z.literal(''), z.string().regex(/^[a-z0-9][a-z0-9-]{2,59}$/)]),
  group_id: z.string().min(1),
  enabled: z.boolean(),
  settings: WebSettings,
  origins: z.string(),
});
type Values = z.infer<typeof Values>;

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.replace(/\/+$/, ''))
    .filter(Boolean);

/** Makes a channel, or changes one. Texts are written per language; the language is chosen on top of them. */
export function ChannelEditor({ channel, onClose }: { channel: ChatChannel | null; onClose: () => void }) {
  const t = useText();
  const groups = useEndpoint(agentGroupsApi.all, {}).data ?? [];
  const [tongue, setTongue] = useState<Language>(languages[0]);
  const [initial] = useState<Values>(() => {
    const settings =
      channel?.settings ?? WebSettings.parse({ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
    return {
      name: channel?.name ?? '',
      key: channel?.key ?? '',
      group_id: channel ? String(channel.group_id) : '',
      enabled: channel?.enabled ?? true,
      settings,
      origins: settings.origins.join('\n'),
    };
  });
  const form = useContractForm<Values>(Values as never, initial);
  const invalidates = [chatChannelsApi.list];
  const add = useCommand(chatChannelsApi.add, { invalidates, handlesFailures: true });
  const update = useCommand(chatChannelsApi.update, { invalidates, handlesFailures: true });
  const { settings } = form.values;
  const set = (next: Partial<WebSettings>) =>
    form.setFieldValue('settings', { ...form.values.settings, ...next } as never);
  const worded = (field: 'title' | 'greeting' | 'offline') => ({
    value: settings[field][tongue] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      set({ [field]: { ...settings[field], [tongue]: value } }),
  });

  async function send({ name, key, group_id, enabled, settings: chosen, origins }: Values): Promise<void> {
    const fields = {
      name,
      ...(key ? { key } : {}),
      group_id: Number(group_id),
      enabled,
      settings: { ...chosen, origins: linesOf(origins) },
    };
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
        <SegmentedControl
          aria-label={t('chat-channels.field.language')}
          size="xs"
          fullWidth
          data={languages.map((value) => ({ value, label: languageNames[value].replace(/ \(.*/, '') }))}
          value={tongue}
          onChange={(value) => setTongue(value as Language)}
        />
        <TextInput label={t('chat-channels.field.title')} maxLength={500} {...worded('title')} />
        <Textarea label={t('chat-channels.field.greeting')} rows={2} maxLength={500} {...worded('greeting')} />
        <Textarea label={t('chat-channels.field.offline')} rows={2} maxLength={500} {...worded('offline')} />
        <Textarea
          label={t('chat-channels.field.quick')}
          description={t('chat-channels.field.quickHint')}
          rows={3}
          value={settings.quick_answers.map((one) => one[tongue] ?? '').join('\n')}
          onChange={({ currentTarget: { value } }) =>
            set({
              quick_answers: value
                .split('\n')
                .slice(0, 6)
                .map((line, index) => ({ ...settings.quick_answers[index], [tongue]: line })),
            })
          }
        />
        <QuestionFields
          questions={settings.form}
          language={tongue}
          onChange={(questions) => set({ form: questions })}
        />
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

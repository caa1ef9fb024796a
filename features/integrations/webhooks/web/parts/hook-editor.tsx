import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { HookFields, NAME_MAX, URL_MAX, type Hook, type Settings } from '../../contract.ts';

interface HookEditorProps {
  hook: Hook | null;
  settings: Settings;
  save: (hook: HookFields) => Promise<unknown>;
  onClose: () => void;
}

/** Adds an address or changes one. */
export function HookEditor({ hook, settings, save, onClose }: HookEditorProps) {
  const t = useText();
  const [initial] = useState<HookFields>(() => {
    const { id = null, name = '', url = '', events = [], enabled = true, maskNumbers = settings.mustMask } = hook ?? {};
    return { id, name, url, events, enabled, maskNumbers };
  });
  const form = useContractForm<HookFields>(HookFields as never, initial);
  async function send(values: HookFields): Promise<void> {
    await save(values);
    onClose();
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={hook ? t('webhooks.editTitle', { name: hook.name }) : t('webhooks.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} refusedFields={{ webhookAddressRefused: 'url' }} onCancel={onClose}>
        <TextInput
          required
          label={t('webhooks.field.name')}
          description={t('webhooks.field.nameHint')}
          maxLength={NAME_MAX}
          {...form.getInputProps('name')}
        />
        <TextInput
          required
          type="url"
          label={t('webhooks.field.url')}
          description={t('webhooks.field.urlHint')}
          placeholder="https://"
          maxLength={URL_MAX}
          {...form.getInputProps('url')}
        />
        <Checkbox.Group
          required
          label={t('webhooks.field.events')}
          {...form.getInputProps('events')}
          error={form.errors['events'] && t('webhooks.eventMissing')}
        >
          <div className="hook-choices">
            {settings.events.map(({ event, mayHave }) => (
              <Checkbox
                key={event}
                value={event}
                label={t(`webhooks.event.${event}`)}
                disabled={!mayHave && !initial.events.includes(event)}
                description={mayHave ? event : t('webhooks.notYours')}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Switch
          label={t('webhooks.field.mask')}
          description={t('webhooks.field.maskHint')}
          disabled={settings.mustMask && form.values.maskNumbers}
          {...form.getInputProps('maskNumbers', { type: 'checkbox' })}
        />
      </ContractForm>
    </SidePanel>
  );
}

import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { BLACKLIST_LINES_MOST, blacklistApi, BlacklistScope, type BlacklistEntry } from '../../contract.ts';
import { expiryDays, expiryOf, KEEP } from './expiry.ts';

/** One number, or a pasted list of them. */
export type EditedEntry = BlacklistEntry | 'one' | 'many';

const Values = z.object({
  pattern: z.string().trim().min(2),
  reason: z.string().max(200),
  scopes: z.array(BlacklistScope).min(1),
  days: z.string(),
});
type Values = z.infer<typeof Values>;

/** Adds a number, a shape or a list, or changes an entry. */
export function EntryEditor({ edited, onClose }: { edited: EditedEntry; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const entry = typeof edited === 'string' ? null : edited;
  const [initial] = useState<Values>(() => ({
    pattern: entry?.pattern ?? '',
    reason: entry?.reason ?? '',
    scopes: entry?.scopes ?? [...BlacklistScope.options],
    days: entry?.expiresAt ? KEEP : '0',
  }));
  const form = useContractForm<Values>(Values as never, initial);
  const invalidates = [blacklistApi.page];
  const add = useCommand(blacklistApi.add, { invalidates, handlesFailures: true });
  const addMany = useCommand(blacklistApi.addMany, { invalidates, handlesFailures: true });
  const update = useCommand(blacklistApi.update, { invalidates, handlesFailures: true });
  const choices = [
    ...(entry?.expiresAt
      ? [{ value: KEEP, label: t('blacklist.keep', { at: format.dateTime(entry.expiresAt) }) }]
      : []),
    ...expiryDays.map((days) => ({
      value: String(days),
      label: days === 0 ? t('blacklist.forever') : t('blacklist.days', { count: days }),
    })),
  ];

  async function send({ pattern, reason, scopes, days }: Values): Promise<void> {
    const why = { reason: reason.trim(), scopes, expiresAt: expiryOf(days, entry?.expiresAt ?? null, Date.now()) };
    if (edited === 'many') {
      const { added, known, wrongCount } = await addMany.mutateAsync({
        lines: pattern
          .split(/[\n,;]/)
          .map((line) => line.trim().slice(0, 60))
          .filter(Boolean)
          .slice(0, BLACKLIST_LINES_MOST),
        ...why,
      });
      toast({
        tone: wrongCount > 0 ? 'warning' : 'success',
        text: t('blacklist.pasted', { added, known, wrong: wrongCount }),
      });
    } else {
      if (entry) await update.mutateAsync({ id: entry.id, pattern, ...why });
      else await add.mutateAsync({ pattern, ...why });
      toast({ tone: 'success', text: t('ui.saved') });
    }
    onClose();
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t(entry ? 'blacklist.edit' : edited === 'many' ? 'blacklist.paste' : 'blacklist.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        {edited === 'many' ? (
          <Textarea
            required
            rows={12}
            label={t('blacklist.field.lines')}
            description={t('blacklist.field.patternHint')}
            {...form.getInputProps('pattern')}
          />
        ) : (
          <TextInput
            required
            label={t('blacklist.field.pattern')}
            description={t('blacklist.field.patternHint')}
            maxLength={40}
            {...form.getInputProps('pattern')}
          />
        )}
        <TextInput label={t('blacklist.field.reason')} maxLength={200} {...form.getInputProps('reason')} />
        <Checkbox.Group required label={t('blacklist.field.scopes')} {...form.getInputProps('scopes')}>
          <div className="blacklist-scopes">
            {BlacklistScope.options.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(`blacklist.scope.${scope}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect label={t('blacklist.field.expires')} data={choices} {...form.getInputProps('days')} />
      </ContractForm>
    </SidePanel>
  );
}

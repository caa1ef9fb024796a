import { NumberInput, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { backupSteps } from '#core/backup/backup-plan.ts';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { backupsApi, type BackupState, type BackupWishes } from '../../contract.ts';

type Values = BackupWishes & Record<string, unknown>;
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const kept = ['keepDays', 'keepWeeks', 'keepMonths'] as const;

/** When backups are made and how long they are kept. */
export function WishesCard({ state }: { state: BackupState }) {
  const t = useText();
  const [initial] = useState<Values>(() => ({ ...state.wishes }));
  const form = useContractForm<Values>(backupsApi.setWishes.input as z.ZodType<unknown, Values>, initial);
  const save = useCommand(backupsApi.setWishes, {
    invalidates: [backupsApi.state],
    done: 'ui.saved',
    handlesFailures: true,
  });
  const number = (name: (typeof kept)[number] | 'loseMinutes', hint?: string) => (
    <NumberInput
      label={t(`backups.wish.${name}`)}
      {...(hint && { description: hint })}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      error={form.errors[name]}
      value={form.values[name]}
      onChange={(typed) => form.setFieldValue(name, typed === '' ? 0 : Number(typed))}
    />
  );
  return (
    <Card title={t('backups.wishes')}>
      <ContractForm form={form} onlyWhenDirty onSubmit={(values) => save.mutateAsync(values)}>
        <Switch
          label={t('backups.wish.isOn')}
          description={t('backups.wish.isOnHint')}
          {...form.getInputProps('isOn', { type: 'checkbox' })}
        />
        <div className="form-row">
          <Select
            label={t('backups.wish.atHour')}
            allowDeselect={false}
            data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clock(hour) }))}
            value={String(form.values.atHour)}
            onChange={(hour) => form.setFieldValue('atHour', Number(hour))}
          />
          <Select
            label={t('backups.wish.everyHours')}
            allowDeselect={false}
            data={backupSteps.map((hours) => ({ value: String(hours), label: t('backups.wish.hours', { hours }) }))}
            value={String(form.values.everyHours)}
            onChange={(hours) => form.setFieldValue('everyHours', Number(hours) as BackupWishes['everyHours'])}
          />
        </div>
        <fieldset className="form-group">
          <legend>{t('backups.wish.keep')}</legend>
          <div className="form-row">
            {kept.map((name) => (
              <div key={name}>{number(name)}</div>
            ))}
          </div>
          <p>{t('backups.wish.keepHint')}</p>
        </fieldset>
        {state.place?.way === 'physical' && number('loseMinutes', t('backups.wish.loseHint'))}
      </ContractForm>
    </Card>
  );
}

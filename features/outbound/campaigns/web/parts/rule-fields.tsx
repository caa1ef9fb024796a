import { Checkbox, NativeSelect, NumberInput, Radio } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { MomentField } from '#platform/web/ui/moment-field.tsx';
import { WeekHours } from '#platform/web/ui/week-hours.tsx';
import { TaskStartType } from '#shared/codes/task-start-type.ts';
import { RETRY_CASES, usualRetries, type RetryCase } from '../../core/retry-plan.ts';
import type { CampaignFields } from '../../contract.ts';
import { CountryRulesTable } from './country-rules-table.tsx';
import { hoursOfWeek, weekOf } from './week-of-hours.ts';
import '../campaigns.css';

type Props = { form: FormState<CampaignFields> };

/** When a campaign calls, how often, and whom it leaves out. */
export default function CampaignRuleFields({ form }: Props) {
  const t = useText();
  return (
    <>
      <StartFields form={form} />
      <fieldset className="form-group">
        <legend>{t('campaigns.hours')}</legend>
        <p>{t('campaigns.hoursHint')}</p>
        <WeekHours
          hours={weekOf(form.values.hours)}
          onChange={(week) => form.setFieldValue('hours', hoursOfWeek(week))}
        />
        <NativeSelect
          label={t('campaigns.field.zoneRule')}
          data={(['customer', 'team'] as const).map((value) => ({ value, label: t(`campaigns.zoneRule.${value}`) }))}
          {...form.getInputProps('zoneRule')}
        />
        <CountryRulesTable />
      </fieldset>
      <RetryFields form={form} />
      <fieldset className="form-group">
        <legend>{t('campaigns.whom')}</legend>
        <div className="form-row">
          <NumberInput
            min={1}
            max={9}
            label={t('campaigns.field.priority')}
            description={t('campaigns.priorityHint')}
            {...form.getInputProps('priority')}
          />
          <NativeSelect
            label={t('campaigns.field.order')}
            data={(['list', 'newest'] as const).map((value) => ({ value, label: t(`campaigns.order.${value}`) }))}
            {...form.getInputProps('order')}
          />
        </div>
        <NativeSelect
          label={t('campaigns.field.otherCampaigns')}
          data={(['allow', 'skipOpen', 'skipAny'] as const).map((value) => ({
            value,
            label: t(`campaigns.otherCampaigns.${value}`),
          }))}
          {...form.getInputProps('otherCampaigns')}
        />
        <Checkbox
          label={t('campaigns.field.needsConsent')}
          {...form.getInputProps('needsConsent', { type: 'checkbox' })}
        />
      </fieldset>
    </>
  );
}

function StartFields({ form }: Props) {
  const t = useText();
  const { startType, startAt, expiresAt } = form.values;
  return (
    <fieldset className="form-group">
      <legend>{t('campaigns.start')}</legend>
      <Radio.Group
        aria-label={t('campaigns.start')}
        value={String(startType)}
        onChange={(value) => {
          const chosen = Number(value) as TaskStartType;
          form.setValues({ startType: chosen, ...(chosen === TaskStartType.timed ? {} : { startAt: null }) });
        }}
      >
        <div className="campaign-lines">
          {TaskStartType.rows.map(({ code }) => (
            <Radio key={code} value={String(code)} label={codeLabel(TaskStartType, code)} />
          ))}
        </div>
      </Radio.Group>
      <div className="form-row">
        {startType === TaskStartType.timed && (
          <MomentField
            required
            label={t('campaigns.field.startAt')}
            value={startAt}
            onChange={(value) => form.setFieldValue('startAt', value)}
            error={form.errors['startAt']}
          />
        )}
        <MomentField
          label={t('campaigns.field.expiresAt')}
          description={t('campaigns.expiresHint')}
          value={expiresAt}
          onChange={(value) => form.setFieldValue('expiresAt', value)}
          error={form.errors['expiresAt']}
        />
      </div>
    </fieldset>
  );
}

function RetryFields({ form }: Props) {
  const t = useText();
  const { retry } = form.values;
  const waitOf = (on: RetryCase) => retry.waits.find((wait) => wait.on === on);
  const usual = (on: RetryCase) => usualRetries.waits.find((wait) => wait.on === on) ?? { minutes: 120, attempts: 2 };
  const change = (on: RetryCase, part: { minutes: number; attempts: number } | null) =>
    form.setFieldValue('retry', {
      ...retry,
      waits: RETRY_CASES.flatMap((one) => {
        if (one !== on) return waitOf(one) ?? [];
        return part ? { on, ...part } : [];
      }),
    });
  return (
    <fieldset className="form-group">
      <legend>{t('campaigns.retry')}</legend>
      <div className="form-row">
        <NumberInput
          min={1}
          max={20}
          label={t('campaigns.field.attempts')}
          description={t('campaigns.attemptsHint')}
          {...form.getInputProps('retry.attempts')}
        />
        <NumberInput
          min={1}
          max={20}
          label={t('campaigns.field.perDay')}
          description={t('campaigns.perDayHint')}
          {...form.getInputProps('retry.perDay')}
        />
      </div>
      <p>{t('campaigns.waitsHint')}</p>
      <ul className="campaign-waits">
        {RETRY_CASES.map((on) => {
          const wait = waitOf(on);
          const name = t(`campaigns.retry.${on}`);
          const { minutes, attempts } = wait ?? usual(on);
          const set = (part: Partial<{ minutes: number; attempts: number }>) =>
            change(on, { minutes, attempts, ...part });
          return (
            <li key={on}>
              <Checkbox
                label={name}
                checked={wait !== undefined}
                onChange={({ currentTarget: { checked } }) => change(on, checked ? { minutes, attempts } : null)}
              />
              {wait && (
                <>
                  <NumberInput
                    min={1}
                    max={43_200}
                    aria-label={t('campaigns.waitOf', { name })}
                    suffix={t('campaigns.minutes')}
                    value={minutes}
                    onChange={(next) => typeof next === 'number' && set({ minutes: next })}
                  />
                  <NumberInput
                    min={1}
                    max={20}
                    aria-label={t('campaigns.timesOf', { name })}
                    suffix={t('campaigns.times')}
                    value={attempts}
                    onChange={(next) => typeof next === 'number' && set({ attempts: next })}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

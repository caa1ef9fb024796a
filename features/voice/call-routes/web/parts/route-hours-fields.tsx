import { NativeSelect, Select } from '@mantine/core';
import { businessHoursApi } from '#features/voice/business-hours/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { WeekHours, WORKING } from '#platform/web/ui/week-hours.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import type { RouteFields, RouteHours } from '../../contract.ts';
import type { RouteForm } from './route-form.ts';

const zones = Intl.supportedValuesOf('timeZone');

/** When the route is open: always, as a calendar says, or by a week of its own. */
export function RouteHoursFields({ form }: { form: RouteForm }) {
  const t = useText();
  const mayRead = useCan()('business-hours.view');
  const zone = useViewer()?.timeZone || browserZone();
  const calendars = useEndpoint(businessHoursApi.list, {}, { enabled: mayRead }).data ?? [];
  const { hours } = form.values;
  const set = (next: RouteHours) => form.setFieldValue('hours', next as RouteFields['hours']);
  const kinds = (['always', 'calendar', 'weekly'] as const).filter(
    (kind) => kind !== 'calendar' || calendars.length > 0 || hours.kind === 'calendar',
  );
  const choose = (kind: string) => {
    if (kind === 'always') return set({ kind });
    if (kind === 'weekly') return set({ kind, timeZone: zone, weekly: [...WORKING] });
    set({ kind: 'calendar', calendarId: calendars[0]?.id ?? 0 });
  };
  return (
    <fieldset className="form-group">
      <legend>{t('routes.field.hours')}</legend>
      <NativeSelect
        label={t('routes.hours.when')}
        data={kinds.map((value) => ({ value, label: t(`routes.hours.${value}`) }))}
        value={hours.kind}
        error={form.errors['hours']}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {hours.kind === 'calendar' && (
        <NativeSelect
          label={t('routes.hours.which')}
          data={calendars.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(hours.calendarId)}
          error={form.errors['hours.calendarId']}
          onChange={(event) => set({ kind: 'calendar', calendarId: Number(event.currentTarget.value) })}
        />
      )}
      {hours.kind === 'weekly' && (
        <>
          <Select
            label={t('routes.hours.zone')}
            searchable
            limit={40}
            allowDeselect={false}
            data={zones}
            value={hours.timeZone}
            error={form.errors['hours.timeZone']}
            onChange={(timeZone) => timeZone && set({ ...hours, timeZone })}
          />
          <WeekHours hours={hours.weekly} onChange={(weekly) => set({ ...hours, weekly })} />
          {form.errors['hours.weekly'] && (
            <p role="alert" className="routes-trouble">
              {form.errors['hours.weekly']}
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import { CalendarOff, Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { countryName } from '#platform/web/country.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Flag } from '#platform/web/ui/flag.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';
import { doNotCallApi, NO_CALL_DAYS_CHANGED, type NoCallDay } from '../../contract.ts';
import { useNoCallDate } from '../use-registers.ts';
import { NoCallDaysDialog } from './no-call-days-dialog.tsx';

/** Days on which nobody is called in a place, by place. */
export function NoCallDays() {
  const t = useText();
  const mayEdit = useCan()('do-not-call.edit');
  const days = useEndpoint(doNotCallApi.days, {}, { handlesFailures: true }).data;
  const [isAdding, setAdding] = useState(false);
  useEffect(() => onEvent(NO_CALL_DAYS_CHANGED, () => void invalidate(doNotCallApi.days)), []);
  const places = new Map<string, NoCallDay[]>();
  for (const day of days ?? []) {
    const key = `${day.country} ${day.area}`;
    places.set(key, [...(places.get(key) ?? []), day]);
  }
  return (
    <Card title={t('do-not-call.days.title')}>
      <p className="do-not-call-age">{t('do-not-call.days.hint')}</p>
      {days?.length === 0 && (
        <p className="do-not-call-none">
          <CalendarOff size={15} aria-hidden /> {t('do-not-call.days.none')}
        </p>
      )}
      {[...places.values()].map((ofPlace) => (
        <PlaceDays key={`${ofPlace[0]!.country} ${ofPlace[0]!.area}`} days={ofPlace} mayEdit={mayEdit} />
      ))}
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => setAdding(true)}
          disabled={days === undefined}
        >
          {t('do-not-call.days.add')}
        </Button>
      )}
      {isAdding && <NoCallDaysDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function PlaceDays({ days, mayEdit }: { days: readonly NoCallDay[]; mayEdit: boolean }) {
  const t = useText();
  const language = useLanguage();
  const dateText = useNoCallDate();
  const removal = useCommand(doNotCallApi.removeDay, { invalidates: [doNotCallApi.days] });
  const { country, area } = days[0]!;
  const name = countryName(country, language);
  return (
    <section className="do-not-call-place">
      <h3>
        <Flag iso2={country} /> {area === '' ? name : t('do-not-call.days.areaOf', { country: name, area })}
      </h3>
      <ul>
        {days.map((day) => (
          <li key={day.id}>
            <span className="figures">{dateText(day.date)}</span> {day.name}
            {mayEdit && (
              <ActionIcon
                size="sm"
                disabled={removal.isPending}
                data-hint={t('ui.delete')}
                aria-label={t('do-not-call.days.removeNamed', { name: `${day.date} ${day.name}` })}
                onClick={() => removal.mutate({ id: day.id })}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Button, Textarea } from '@mantine/core';
import { ClipboardList, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Holiday } from '#core/calendar/business-hours.ts';
import { readHolidays } from '#core/calendar/holiday-list.ts';
import { useText } from '#platform/web/i18n.ts';
import { HOLIDAYS_MOST, type CalendarFields } from '../contract.ts';
import { HolidayRow } from './holiday-row.tsx';

type Days = CalendarFields['holidays'];
const sorted = (days: Days): Days => days.toSorted((a, b) => (a.date < b.date ? -1 : 1));

/** Days unlike others: closed, or open at hours of their own; once or every year; many at once from a list. */
export function HolidayFields({ holidays, onChange }: { holidays: Days; onChange: (days: Days) => void }) {
  const t = useText();
  const [pasted, setPasted] = useState<string | null>(null);
  const change = (index: number, next: Partial<Days[number]>) =>
    onChange(holidays.map((day, at) => (at === index ? { ...day, ...next } : day)));
  const read = readHolidays(pasted ?? '');
  const takeOver = () => {
    const dates = new Set(read.holidays.map(({ date }) => date));
    onChange(
      sorted([
        ...holidays.filter(({ date }) => !dates.has(date)),
        ...read.holidays.map((day: Holiday) => ({ ...day, hours: [...day.hours] })),
      ]).slice(0, HOLIDAYS_MOST),
    );
    setPasted(null);
  };
  return (
    <fieldset className="form-group">
      <legend>{t('business-hours.field.holidays')}</legend>
      {holidays.map((day, index) => (
        <HolidayRow
          key={index}
          day={day}
          onChange={(next) => change(index, next)}
          onRemove={() => onChange(holidays.filter((_, at) => at !== index))}
        />
      ))}
      {pasted !== null && (
        <div className="holiday-paste">
          <Textarea
            autoFocus
            label={t('business-hours.paste.label')}
            description={t('business-hours.paste.hint')}
            rows={5}
            value={pasted}
            onChange={({ currentTarget: { value } }) => setPasted(value)}
            error={
              read.wrong.length > 0
                ? t('business-hours.paste.wrong', { count: read.wrong.length, line: read.wrong[0]! })
                : null
            }
          />
          <Button size="xs" disabled={read.holidays.length === 0} onClick={takeOver}>
            {t('business-hours.paste.take', { count: read.holidays.length })}
          </Button>{' '}
          <Button size="xs" variant="default" onClick={() => setPasted(null)}>
            {t('ui.cancel')}
          </Button>
        </div>
      )}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          mr={6}
          leftSection={<Plus size={13} aria-hidden />}
          disabled={holidays.length >= HOLIDAYS_MOST}
          onClick={() => onChange([...holidays, { date: freeDate(holidays), name: '', hours: [] }])}
        >
          {t('business-hours.holiday.add')}
        </Button>
        {pasted === null && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<ClipboardList size={13} aria-hidden />}
            onClick={() => setPasted('')}
          >
            {t('business-hours.paste.open')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** The next day that is none yet: a day twice is refused. */
function freeDate(days: Days): string {
  const taken = new Set(days.map(({ date }) => date));
  for (let atMs = Date.now(); ; atMs += 86_400_000) {
    const date = new Date(atMs).toISOString().slice(0, 10);
    if (!taken.has(date)) return date;
  }
}

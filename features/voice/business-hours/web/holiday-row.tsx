import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { StretchFields } from '#platform/web/ui/week-hours.tsx';
import type { CalendarFields } from '../contract.ts';

type Day = CalendarFields['holidays'][number];
const thisYear = (): string => String(new Date().getFullYear());

interface HolidayRowProps {
  day: Day;
  onChange: (change: Partial<Day>) => void;
  onRemove: () => void;
}

/** A day unlike others; one that comes every year has no year. */
export function HolidayRow({ day: { date, name, hours }, onChange, onRemove }: HolidayRowProps) {
  const t = useText();
  const isYearly = date.length === 5;
  return (
    <div className="holiday" role="group" aria-label={name || date}>
      <input
        type="date"
        aria-label={t('business-hours.holiday.date')}
        value={isYearly ? `${thisYear()}-${date}` : date}
        onChange={({ currentTarget: { value } }) => value && onChange({ date: isYearly ? value.slice(5) : value })}
      />
      <TextInput
        aria-label={t('business-hours.holiday.name')}
        placeholder={t('business-hours.holiday.name')}
        maxLength={60}
        value={name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <Checkbox
        label={t('business-hours.holiday.yearly')}
        checked={isYearly}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ date: checked ? date.slice(-5) : `${thisYear()}-${date}` })
        }
      />
      <Checkbox
        label={t('business-hours.holiday.closed')}
        checked={hours.length === 0}
        onChange={({ currentTarget: { checked } }) => onChange({ hours: checked ? [] : [{ from: 540, to: 720 }] })}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={t('business-hours.holiday.remove', { name: name || date })}
        onClick={onRemove}
      >
        <Trash2 size={15} />
      </ActionIcon>
      {hours.map((stretch, at) => (
        <div key={at} className="holiday-hours">
          <StretchFields
            name={name || date}
            stretch={stretch}
            onChange={(next) => onChange({ hours: hours.map((kept, where) => (where === at ? next : kept)) })}
            onRemove={() => onChange({ hours: hours.filter((_, where) => where !== at) })}
          />
        </div>
      ))}
    </div>
  );
}

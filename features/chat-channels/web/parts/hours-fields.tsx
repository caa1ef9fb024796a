import { ActionIcon, Button, Select, Switch } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { language, useText } from '#platform/web/i18n.ts';
import type { WebSettings } from '../../contract.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const WORKING = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1_080 }));
/** 1 January 2024 was a Monday. */
const dayName = (day: number): string => new Date(2024, 0, day).toLocaleDateString(language(), { weekday: 'long' });
const textOf = (minutes: number): string => `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** When somebody is there: always, or at these hours of the week. */
export function HoursFields({ settings: { hours, time_zone }, onChange }: { settings: WebSettings; onChange: (next: Partial<WebSettings>) => void }) {
  const t = useText();
  const change = (index: number, next: Partial<{ from: number; to: number }>) => onChange({ hours: hours!.map((one, at) => (at === index ? { ...one, ...next } : one)) });
  return (
    <fieldset className="form-group">
      <Switch label={t('chat-channels.field.always')} checked={hours === null} onChange={({ currentTarget: { checked } }) => onChange({ hours: checked ? null : WORKING })} />
      {hours !== null && (
        <div className="channel-days">
          <Select label={t('chat-channels.field.zone')} searchable data={Intl.supportedValuesOf('timeZone')} value={time_zone} onChange={(zone) => zone && onChange({ time_zone: zone })} />
          {hours.map(({ day, from, to }, index) => (
            <div key={index} className="channel-day">
              <span>{dayName(day)}</span>
              <input type="time" aria-label={t('chat-channels.from', { day: dayName(day) })} value={textOf(from)} onChange={({ currentTarget: { value } }) => value && change(index, { from: minutesOf(value) })} />
              <input type="time" aria-label={t('chat-channels.to', { day: dayName(day) })} value={textOf(to % 1_440)} onChange={({ currentTarget: { value } }) => value && change(index, { to: minutesOf(value) })} />
              <ActionIcon variant="subtle" aria-label={t('ui.delete')} onClick={() => onChange({ hours: hours.filter((_, at) => at !== index) })}><X size={15} /></ActionIcon>
            </div>
          ))}
          <div>{DAYS.map((day) => <Button key={day} size="compact-xs" variant="default" mr={4} mb={4} leftSection={<Plus size={12} aria-hidden />} onClick={() => onChange({ hours: [...hours, { day, from: 540, to: 1_080 }].toSorted((a, b) => a.day - b.day || a.from - b.from) })}>{dayName(day)}</Button>)}</div>
        </div>
      )}
    </fieldset>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { Stretch, WeeklyStretch } from '#core/calendar/business-hours.ts';
import { language, useText } from '../i18n.ts';
import './week-hours.css';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const OFFICE: Stretch = { from: 540, to: 1_080 };
/** Monday to Friday, as offices have it. */
export const WORKING: readonly WeeklyStretch[] = [1, 2, 3, 4, 5].map((day) => ({ day, ...OFFICE }));

/** 1 is Monday; 1 January 2024 was one. */
export const dayName = (day: number, weekday: 'long' | 'short' = 'long'): string =>
  new Date(2024, 0, day).toLocaleDateString(language(), { weekday });
export const clockText = (minutes: number): string =>
  `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

interface StretchFieldsProps {
  /** What the hours are of: a weekday, a holiday. */
  name: string;
  stretch: Stretch;
  onChange: (stretch: Stretch) => void;
  onRemove: () => void;
}

/** From when to when; until 00:00 is until midnight. */
export function StretchFields({ name, stretch: { from, to }, onChange, onRemove }: StretchFieldsProps) {
  const t = useText();
  return (
    <>
      <input
        type="time"
        aria-label={t('ui.hours.from', { name })}
        value={clockText(from)}
        onChange={({ currentTarget: { value } }) => value && onChange({ from: minutesOf(value), to })}
      />
      <input
        type="time"
        aria-label={t('ui.hours.to', { name })}
        value={clockText(to % 1_440)}
        onChange={({ currentTarget: { value } }) => value && onChange({ from, to: minutesOf(value) })}
      />
      <ActionIcon variant="subtle" aria-label={t('ui.hours.remove', { name })} onClick={onRemove}>
        <X size={15} />
      </ActionIcon>
    </>
  );
}

/** The hours of a week, a row a stretch; days without one are closed. */
export function WeekHours<S extends WeeklyStretch>({
  hours,
  onChange,
}: {
  hours: readonly S[];
  onChange: (hours: WeeklyStretch[]) => void;
}) {
  return (
    <div className="week-hours">
      {hours.map((one, index) => (
        <div key={index} className="week-hours-row">
          <span>{dayName(one.day)}</span>
          <StretchFields
            name={dayName(one.day)}
            stretch={one}
            onChange={(next) => onChange(hours.map((kept, at) => (at === index ? { ...kept, ...next } : kept)))}
            onRemove={() => onChange(hours.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div className="week-hours-days">
        {DAYS.map((day) => (
          <Button
            key={day}
            size="compact-xs"
            variant="default"
            leftSection={<Plus size={12} aria-hidden />}
            onClick={() =>
              onChange([...hours, { day, ...OFFICE }].toSorted((a, b) => a.day - b.day || a.from - b.from))
            }
          >
            {dayName(day)}
          </Button>
        ))}
      </div>
    </div>
  );
}

import { Suspense } from 'react';
import { Input } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { lazy } from '#platform/web/lazy-part.ts';
import type { DateRangeFieldProps } from './date-range.ts';

const Picker = lazy(() => import('./date-range-picker.tsx'));

/** A span of days. The calendar's code comes after the page; until then the field looks the same, with what is chosen. */
export const DateRangeField = (props: DateRangeFieldProps) => (
  <Suspense fallback={<PickerOnItsWay {...props} />}>
    <Picker {...props} />
  </Suspense>
);

function PickerOnItsWay({ label, value: { from, to }, width = 256 }: DateRangeFieldProps) {
  return (
    <Input
      component="button"
      type="button"
      multiline
      tabIndex={-1}
      w={width}
      maw="100%"
      aria-disabled
      aria-label={[label, from, to].filter(Boolean).join(' ')}
      leftSection={<CalendarDays size={15} aria-hidden />}
    >
      {from ? `${from} – ${to}` : <Input.Placeholder>{label}</Input.Placeholder>}
    </Input>
  );
}

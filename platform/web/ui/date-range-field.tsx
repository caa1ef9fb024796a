import { Suspense } from 'react';
import { TextInput } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { lazy } from '#platform/web/lazy-part.ts';

/** Whole days in the viewer's zone, `YYYY-MM-DD`; empty when open at that end. */
export interface DateRange {
  from: string;
  to: string;
}

export interface DateRangeFieldProps {
  label: string;
  value: DateRange;
  onChange: (value: DateRange) => void;
  width?: number;
}

const Picker = lazy(() => import('./date-range-picker.tsx'));

/** A span of days. The calendar's code comes after the page; until then the field keeps its place. */
export const DateRangeField = (props: DateRangeFieldProps) => (
  <Suspense
    fallback={
      <TextInput
        w={props.width ?? 230}
        maw="100%"
        disabled
        aria-label={props.label}
        placeholder={props.label}
        leftSection={<CalendarDays size={15} aria-hidden />}
      />
    }
  >
    <Picker {...props} />
  </Suspense>
);

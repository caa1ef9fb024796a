import { Suspense } from 'react';
import { TextInput } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { lazy } from '#platform/web/lazy-part.ts';
import type { DateRangeFieldProps } from './date-range.ts';

const Picker = lazy(() => import('./date-range-picker.tsx'));

/** A span of days. The calendar's code comes after the page; until then the field keeps its place. */
export const DateRangeField = (props: DateRangeFieldProps) => (
  <Suspense
    fallback={
      <TextInput
        w={props.width ?? 256}
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

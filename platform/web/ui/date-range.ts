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

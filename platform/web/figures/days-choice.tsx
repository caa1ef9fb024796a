import { Button } from '@mantine/core';
import { DateRangeField } from '../ui/date-range-field.tsx';
import type { DateRange } from '../ui/date-range.ts';
import { ranges, type DaysAddress, type RangeName } from '#core/calendar/report-days.ts';
import './days-choice.css';

/** Wider than any place for it: it fills its own. */
const FILLS = 1_000;
const rangeNames = Object.keys(ranges) as RangeName[];

interface DaysChoiceProps {
  /** Null: days somebody chose. */
  range: RangeName | null;
  days: DateRange;
  rangeLabel: (range: RangeName) => string;
  /** What the field for days of one's own is called. */
  ownLabel: string;
  onChange: (address: Required<DaysAddress>) => void;
}

/** The days a report is about: a named range, or from one day to another. */
export const DaysChoice = ({ range, days, rangeLabel, ownLabel, onChange }: DaysChoiceProps) => (
  <>
    <Button.Group>
      {rangeNames.map((one) => (
        <Button
          key={one}
          variant={one === range ? 'filled' : 'default'}
          px={10}
          aria-pressed={one === range}
          onClick={() => onChange({ range: one, from: '', to: '' })}
        >
          {rangeLabel(one)}
        </Button>
      ))}
    </Button.Group>
    <div className="days-choice-own">
      <DateRangeField
        label={ownLabel}
        width={FILLS}
        value={days}
        onChange={({ from, to }) => from && to && onChange({ from, to, range: '' })}
      />
    </div>
  </>
);

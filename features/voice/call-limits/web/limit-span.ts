/** Units a span of seconds is written in, the largest first. */
const units = { days: 86_400, hours: 3_600, minutes: 60 } as const;
export type SpanUnit = keyof typeof units;
export const spanUnits = Object.keys(units) as SpanUnit[];

/** 86,400 seconds are one day, 5,400 are ninety minutes: the largest unit that leaves no rest. */
export function spanOf(seconds: number): { amount: number; unit: SpanUnit } {
  const unit = spanUnits.find((one) => seconds % units[one] === 0) ?? 'minutes';
  return { amount: Math.max(1, Math.round(seconds / units[unit])), unit };
}

export const secondsOf = ({ amount, unit }: { amount: number; unit: SpanUnit }): number => amount * units[unit];

/** From where on a figure worries, and from where on somebody has to act. */
export interface Threshold {
  warn: number;
  alarm: number;
}

export type Alertness = 'calm' | 'warn' | 'alarm';

/** How a figure stands. Where `warn` is the higher one, less is worse, as with a service level. No figure worries nobody. */
export function alertnessOf(value: number | null, { warn, alarm }: Threshold): Alertness {
  if (value === null) return 'calm';
  const isWorse = warn <= alarm ? (limit: number) => value >= limit : (limit: number) => value <= limit;
  if (isWorse(alarm)) return 'alarm';
  return isWorse(warn) ? 'warn' : 'calm';
}

const order: readonly Alertness[] = ['calm', 'warn', 'alarm'];

/** The worst of several. */
export const worstOf = (all: readonly Alertness[]): Alertness =>
  all.reduce((a, b) => (order.indexOf(b) > order.indexOf(a) ? b : a), 'calm');

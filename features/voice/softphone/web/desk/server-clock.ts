import { fromWireTime } from '#shared/wire-time.ts';

/**
 * What to add to the page's clock to get the server's, from a moment the server named between two of ours. The wire has
 * whole seconds: a clock that can be right is left alone, any other is moved no further than it must be.
 */
export function clockOffset(serverTime: string, askedMs: number, answeredMs: number): number {
  const earliest = fromWireTime(serverTime);
  const ours = (askedMs + answeredMs) / 2;
  if (ours < earliest) return Math.round(earliest - ours);
  return ours >= earliest + 1_000 ? Math.round(earliest + 999 - ours) : 0;
}

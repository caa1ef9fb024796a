/** Whoever keeps a part looks every two seconds and tells at least every ten. */
const SILENT_MS = 30_000;

/** `unwatched`: nobody has looked at it for a while, so nobody knows. */
export type PartStanding = 'up' | 'starting' | 'down' | 'unwatched';

/** How a part stands, by what was last told of it and when. */
export const partStanding = (
  { state, seenMs }: { state: 'up' | 'starting' | 'down'; seenMs: number },
  nowMs: number,
): PartStanding => (nowMs - seenMs > SILENT_MS ? 'unwatched' : state);

/** The exchange as a whole: `none` without parts, `limps` where calls go through and something is missing. */
export function houseStanding(parts: readonly { kind: 'edge' | 'node'; standing: PartStanding }[]) {
  if (parts.length === 0) return 'none';
  const isUp = (kind: 'edge' | 'node'): boolean => parts.some((part) => part.kind === kind && part.standing === 'up');
  if (parts.every(({ standing }) => standing === 'up')) return 'well';
  return isUp('edge') && isUp('node') ? 'limps' : 'down';
}

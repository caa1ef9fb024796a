/** What a group says about callers nobody answers. */
export interface OverflowingGroup {
  id: number;
  name: string;
  enabled: boolean;
  maxWaitSec: number | null;
  maxWaiting: number | null;
  overflowWhenNobody: boolean;
  overflowKind: 'group' | 'voicemail' | 'callback' | 'hangUp';
  overflowGroupId: number | null;
}

/** Where callers go, step by step: through groups, to what happens in the end. They wait for ever where nothing ends the wait. */
export interface OverflowPath {
  groups: readonly OverflowingGroup[];
  end: 'voicemail' | 'callback' | 'hangUp' | 'waitForEver';
}

const everOverflows = ({ maxWaitSec, maxWaiting, overflowWhenNobody }: OverflowingGroup): boolean =>
  maxWaitSec !== null || maxWaiting !== null || overflowWhenNobody;

/** Nobody comes into a group twice, nor into one that is switched off: they stay where they are, as `overflow.ts` decides it. */
export function overflowPath(first: OverflowingGroup, all: readonly OverflowingGroup[]): OverflowPath {
  const groups = [first];
  for (const group of groups) {
    if (!everOverflows(group)) break;
    if (group.overflowKind !== 'group') return { groups, end: group.overflowKind };
    const next = all.find(({ id, enabled }) => id === group.overflowGroupId && enabled);
    // A list that grows while it is walked is walked to its new end.
    if (next && !groups.some(({ id }) => id === next.id)) groups.push(next);
  }
  return { groups, end: 'waitForEver' };
}

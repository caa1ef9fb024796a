import type { Contributions } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { TalkRow } from './read-talks.repo.ts';

/** What the people in these conversations are called elsewhere, by call. */
export async function calledNames(
  { calledNames: sources }: Pick<Contributions, 'calledNames'>,
  tx: TenantTx,
  talks: readonly Pick<TalkRow, 'callId'>[],
): Promise<Map<string, string[]>> {
  const callIds = talks.flatMap(({ callId }) => (callId === null ? [] : [callId]));
  const names = new Map<string, string[]>();
  if (callIds.length === 0) return names;
  for (const source of sources)
    for (const [callId, some] of await source(tx, callIds)) names.set(callId, [...(names.get(callId) ?? []), ...some]);
  return names;
}

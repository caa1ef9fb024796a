import { inTime } from '#platform/server/in-time.ts';
import { schemaStanding } from '#platform/server/db/schema-standing.ts';
import type { Drain } from '#platform/server/nodes/drain.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';

const EACH_WITHIN_MS = 1_000;

/** Throws `unavailable`, with the reason, where requests should go to another process. */
export async function assertReady(
  { db, files }: Pick<World, 'db' | 'files'>,
  drain: Pick<Drain, 'current'>,
): Promise<void> {
  if (!(await inTime(db.ping(), EACH_WITHIN_MS))) throw new Failure('unavailable', 'database');
  const standing = await inTime(schemaStanding(db.pool), EACH_WITHIN_MS);
  if (!standing) throw new Failure('unavailable', 'database');
  if (standing.value.missing.length > 0 || standing.value.unreadable.length > 0)
    throw new Failure('unavailable', 'migrations');
  if (!(await inTime(files.freeBytes(), EACH_WITHIN_MS))) throw new Failure('unavailable', 'files');
  // Asked last: who mends something wants to read what is broken, whether it drains or not.
  if (drain.current()) throw new Failure('unavailable', 'draining');
}

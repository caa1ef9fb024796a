import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { wavSamples } from '#core/sound/wav-samples.ts';
import { openFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { soundsRepo } from './sounds.repo.ts';

/** What to play for a sound: 8 kHz, 16 bit, one channel. Null for one that is gone. */
export async function soundSamples(
  world: Pick<World, 'db' | 'files'>,
  tenantId: number,
  soundId: number,
): Promise<Int16Array | null> {
  const sound = await world.db.tenant({ tenantId }, (tx) => soundsRepo(tx).find(soundId));
  if (!sound) return null;
  const { content } = await openFile(world, { tenantId }, sound.fileId);
  return wavSamples(await buffer(content))?.samples ?? null;
}

/** The sounds of a team by name, for whoever lets callers hear one. */
export const soundNames = async (tx: TenantTx): Promise<{ id: number; name: string }[]> =>
  (await sql<{ id: number; name: string }>`select id, name from sound order by name, id`.execute(tx.as())).rows;

import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { wavSamples } from '#core/sound/wav-samples.ts';
import { openFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { soundsRepo } from './sounds.repo.ts';

/** What is kept at hand of sounds that calls play, in samples: an hour and a half of them. */
const AT_HAND_SAMPLES = 45_000_000;

/**
 * Finds what calls play for sounds of teams. The same sound is the same samples for everybody who hears it, so that a
 * hundred callers in line cost no more than one; a replaced sound is another file, and is read.
 */
export function openTeamSounds(world: Pick<World, 'db' | 'files'>) {
  const atHand = new Map<number, Promise<Int16Array | null>>();
  const lengths = new Map<number, number>();

  async function read(tenantId: number, fileId: number): Promise<Int16Array | null> {
    const { content } = await openFile(world, { tenantId }, fileId);
    return wavSamples(await buffer(content))?.samples ?? null;
  }

  /** The longest unheard ones go first. */
  function makeRoom(): void {
    let total = [...lengths.values()].reduce((sum, length) => sum + length, 0);
    for (const [fileId, length] of lengths) {
      if (total <= AT_HAND_SAMPLES) return;
      total -= length;
      lengths.delete(fileId);
      atHand.delete(fileId);
    }
  }

  return async (tenantId: number, soundId: number): Promise<Int16Array | null> => {
    const sound = await world.db.tenant({ tenantId }, (tx) => soundsRepo(tx).find(soundId));
    if (!sound) return null;
    const { fileId } = sound;
    const known = atHand.get(fileId) ?? read(tenantId, fileId);
    atHand.set(fileId, known);
    try {
      const samples = await known;
      lengths.delete(fileId);
      lengths.set(fileId, samples?.length ?? 0);
      makeRoom();
      return samples;
    } catch (problem) {
      atHand.delete(fileId);
      throw problem;
    }
  };
}

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

/** Whether the team has every one of these. */
export async function hasSounds(tx: TenantTx, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return true;
  return (
    (await sql`select 1 from sound where id = any(${wanted}::bigint[])`.execute(tx.as())).rows.length === wanted.length
  );
}

import { deleteFile, storeFile } from '#features/office/files/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { SOUNDS_MOST } from '../contract.ts';
import type { PlayedSound } from './as-played.ts';
import { soundsRepo, type SoundContent, type StoredSound } from './sounds.repo.ts';

type SoundWorld = Pick<World, 'db' | 'files'>;

const SOUND_PURPOSE = 'flow-sound';
const asBroughtIn = { spokenText: '', language: '', voice: '' };

export const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'sound_name') ? new Failure('nameTaken') : thrown;
};

export async function foundSound(tx: TenantTx, id: number, options?: { forUpdate: boolean }): Promise<StoredSound> {
  const sound = await soundsRepo(tx).find(id, options);
  if (!sound) throw new Failure('notFound');
  return sound;
}

/** Keeps the bytes, and the row with them or not at all. */
async function keep(
  world: SoundWorld,
  caller: Caller,
  { wav, durationMs }: PlayedSound,
  source: Omit<SoundContent, 'fileId' | 'durationMs'>,
  within: (tx: TenantTx, content: SoundContent) => Promise<void>,
): Promise<void> {
  await storeFile(world, caller, {
    purpose: SOUND_PURPOSE,
    name: 'sound.wav',
    mediaType: 'audio/wav',
    content: (async function* () {
      yield wav;
    })(),
    within: (tx, fileId) => within(tx, { fileId, durationMs, ...source }),
  });
}

/** A sound more, under a name of its own. */
export async function addSound(
  world: SoundWorld,
  caller: Caller,
  { name, remark }: { name: string; remark: string },
  played: PlayedSound,
  source = asBroughtIn,
): Promise<{ id: number }> {
  let id = 0;
  await keep(world, caller, played, source, async (tx, content) => {
    if ((await soundsRepo(tx).count()) >= SOUNDS_MOST)
      throw new Failure('invalidInput', `at most ${SOUNDS_MOST} sounds`);
    id = await soundsRepo(tx).add(name, remark, content, caller.userId).catch(orTaken);
    caller.operation.note(name, { after: { remark, durationMs: content.durationMs, language: content.language } });
  });
  return { id };
}

/** Another sound under the same name; flows that play it play this one. */
export async function replaceSound(
  world: SoundWorld,
  caller: Caller,
  id: number,
  played: PlayedSound,
  source = asBroughtIn,
): Promise<void> {
  await keep(world, caller, played, source, async (tx, content) => {
    const before = await foundSound(tx, id, { forUpdate: true });
    await soundsRepo(tx).setContent(id, content, caller.userId);
    await deleteFile(tx, before.fileId);
    caller.operation.note(before.name, {
      before: { durationMs: before.durationMs },
      after: { durationMs: content.durationMs, language: content.language },
    });
  });
}

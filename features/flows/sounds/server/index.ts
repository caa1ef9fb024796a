import { deleteFile, openFile, storeFile } from '#features/office/files/server/index.ts';
import { flowsNaming } from '#features/flows/flows/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { SOUNDS_MOST, soundsApi } from '../contract.ts';
import { asPlayed, type PlayedSound } from './as-played.ts';
import { demoSounds } from './demo.ts';
import { soundsRepo, type SoundContent, type StoredSound } from './sounds.repo.ts';
import { noVoice, spoken, type VoiceOf } from './speak.ts';

export { soundSamples } from './sound-samples.ts';
export type { VoiceOf } from './speak.ts';

const SOUND_PURPOSE = 'flow-sound';
const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'sound_name') ? new Failure('nameTaken') : thrown;
};
const asBroughtIn = { spokenText: '', language: '', voice: '' };

/** Sounds callers are played, brought in or spoken. `voiceOf` finds the voice of a tenant. */
export function sounds(world: Pick<World, 'db' | 'files'>, voiceOf: VoiceOf = noVoice): ServerFeature {
  const { db } = world;
  const found = async (tx: TenantTx, id: number, options?: { forUpdate: boolean }): Promise<StoredSound> => {
    const sound = await soundsRepo(tx).find(id, options);
    if (!sound) throw new Failure('notFound');
    return sound;
  };
  /** Keeps the bytes, and the row with them or not at all. */
  async function keep(
    caller: Caller,
    { wav, durationMs }: PlayedSound,
    said: Omit<SoundContent, 'fileId' | 'durationMs'>,
    within: (tx: TenantTx, content: SoundContent) => Promise<void>,
  ): Promise<void> {
    await storeFile(world, caller, {
      purpose: SOUND_PURPOSE,
      name: 'sound.wav',
      mediaType: 'audio/wav',
      content: (async function* () {
        yield wav;
      })(),
      within: (tx, fileId) => within(tx, { fileId, durationMs, ...said }),
    });
  }
  async function add(
    caller: Caller,
    name: string,
    remark: string,
    played: PlayedSound,
    said = asBroughtIn,
  ): Promise<{ id: number }> {
    let id = 0;
    await keep(caller, played, said, async (tx, content) => {
      if ((await soundsRepo(tx).count()) >= SOUNDS_MOST)
        throw new Failure('invalidInput', `at most ${SOUNDS_MOST} sounds`);
      id = await soundsRepo(tx).add(name, remark, content, caller.userId).catch(orTaken);
      caller.operation.note(name, { after: { remark, durationMs: content.durationMs, language: content.language } });
    });
    return { id };
  }
  async function replace(caller: Caller, id: number, played: PlayedSound, said = asBroughtIn): Promise<void> {
    await keep(caller, played, said, async (tx, content) => {
      const before = await found(tx, id, { forUpdate: true });
      await soundsRepo(tx).setContent(id, content, caller.userId);
      await deleteFile(tx, before.fileId);
      caller.operation.note(before.name, {
        before: { durationMs: before.durationMs },
        after: { durationMs: content.durationMs, language: content.language },
      });
    });
  }

  return {
    name: 'sounds',
    menu: [
      {
        key: '/interactive/sounds',
        name: 'sounds.menu',
        system: System.contactCentre,
        section: 'interactive',
        order: 60,
        access: 'sounds.view',
        icon: 'volume-2',
      },
    ],
    demo: demoSounds(world),
    routes: routes('sounds', soundsApi, {
      list: (caller, search) => db.tenant(caller, (tx) => soundsRepo(tx).page(search)),
      upload: async (caller, { name, remark }, file) => add(caller, name, remark, await asPlayed(file.path)),
      async replace(caller, { id }, file) {
        await db.tenant({ tenantId: caller.tenantId }, (tx) => found(tx, id));
        await replace(caller, id, await asPlayed(file.path));
        return null;
      },
      update: (caller, { id, name, remark }) =>
        db.tenant(caller, async (tx) => {
          const before = await found(tx, id);
          await soundsRepo(tx).rename(id, name, remark, caller.userId).catch(orTaken);
          caller.operation.note(name, {
            before: { name: before.name, remark: before.remark },
            after: { name, remark },
          });
          return null;
        }),
      delete: (caller, { id }) =>
        db.tenant(caller, async (tx) => {
          const before = await found(tx, id, { forUpdate: true });
          const uses = await flowsNaming(tx, 'sound', id);
          if (uses.length > 0)
            throw new Failure(
              'soundInUse',
              uses
                .slice(0, 5)
                .map(({ name }) => name)
                .join(', '),
            );
          await soundsRepo(tx).remove(id);
          await deleteFile(tx, before.fileId);
          caller.operation.note(before.name, { before: { durationMs: before.durationMs } });
          return null;
        }),
      uses: (caller, { id }) =>
        db.tenant(caller, async (tx) => {
          await found(tx, id);
          return flowsNaming(tx, 'sound', id);
        }),
      async listen(caller, { id }) {
        const { fileId, name } = await db.tenant(caller, (tx) => found(tx, id));
        const { bytes, content } = await openFile(world, caller, fileId);
        return { name: `${name}.wav`, mediaType: 'audio/wav', bytes, body: content, inline: true };
      },
      async speak(caller, { name, remark, id, ...wish }) {
        const { voice, ...sound } = await spoken(voiceOf, caller.tenantId, wish);
        const said = { spokenText: wish.text, language: wish.language, voice };
        if (id === undefined) return add(caller, name, remark, sound, said);
        await replace(caller, id, sound, said);
        return { id };
      },
      async synthesize(caller, wish) {
        const { wav } = await spoken(voiceOf, caller.tenantId, wish);
        return { name: 'speech.wav', mediaType: 'audio/wav', body: Buffer.from(wav), inline: true };
      },
    }),
  };
}

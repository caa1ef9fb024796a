import { deleteFile, openFile } from '#features/office/files/server/index.ts';
import type { FlowUse } from '#core/flow/flow-use.ts';
import { flowsNaming } from '#features/flows/flows/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { soundsApi } from '../contract.ts';
import { asPlayed } from './as-played.ts';
import { addSound, foundSound, orTaken, replaceSound } from './keep-sounds.ts';
import { soundsRepo } from './sounds.repo.ts';
import { spoken, type KitState, type VoiceOf } from './speak.ts';

/** How sounds are brought in or spoken, heard, changed and removed. */
export function soundHandlers(
  world: Pick<World, 'db' | 'files' | 'catalogue'>,
  voiceOf: VoiceOf,
  kitState: KitState,
): Handlers<typeof soundsApi> {
  const { db, catalogue } = world;
  const usesElsewhere = async (tx: TenantTx, soundIds: readonly number[]) =>
    (await Promise.all(catalogue.soundUses.map((uses) => uses(tx, soundIds)))).flat();
  const usesOf = async (tx: TenantTx, id: number): Promise<FlowUse[]> => [
    ...(await flowsNaming(tx, 'sound', id)),
    ...(await usesElsewhere(tx, [id])).map(({ use }) => use),
  ];
  return {
    list: (caller, search) =>
      db.tenant(caller, async (tx) => {
        const { list, total } = await soundsRepo(tx).page(search);
        const others = await usesElsewhere(
          tx,
          list.map(({ id }) => id),
        );
        const more = (id: number): number => others.filter(({ soundId }) => soundId === id).length;
        return { list: list.map((sound) => ({ ...sound, uses: sound.uses + more(sound.id) })), total };
      }),
    upload: async (caller, { name, remark }, file) =>
      addSound(world, caller, { name, remark }, await asPlayed(file.path)),
    async replace(caller, { id }, file) {
      await db.tenant({ tenantId: caller.tenantId }, (tx) => foundSound(tx, id));
      await replaceSound(world, caller, id, await asPlayed(file.path));
      return null;
    },
    update: (caller, { id, name, remark }) =>
      db.tenant(caller, async (tx) => {
        const before = await foundSound(tx, id);
        await soundsRepo(tx).rename(id, name, remark, caller.userId).catch(orTaken);
        caller.operation.note(name, {
          before: { name: before.name, remark: before.remark },
          after: { name, remark },
        });
        return null;
      }),
    delete: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const before = await foundSound(tx, id, { forUpdate: true });
        const uses = await usesOf(tx, id);
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
        await foundSound(tx, id);
        return usesOf(tx, id);
      }),
    async listen(caller, { id }) {
      const { fileId, name } = await db.tenant(caller, (tx) => foundSound(tx, id));
      const { bytes, content } = await openFile(world, caller, fileId);
      return { name: `${name}.wav`, mediaType: 'audio/wav', bytes, body: content, inline: true };
    },
    async speak(caller, { name, remark, id, ...wish }) {
      const { voice, ...sound } = await spoken({ voiceOf, kitState }, caller.tenantId, wish);
      const source = { spokenText: wish.text, language: wish.language, voice };
      if (id === undefined) return addSound(world, caller, { name, remark }, sound, source);
      await replaceSound(world, caller, id, sound, source);
      return { id };
    },
    async synthesize(caller, wish) {
      const { wav } = await spoken({ voiceOf, kitState }, caller.tenantId, wish);
      return { name: 'speech.wav', mediaType: 'audio/wav', body: Buffer.from(wav), inline: true };
    },
  };
}

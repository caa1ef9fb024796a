import { recordingName, wordOf, type Mailbox } from '#core/call/mailbox.ts';
import { isMessage } from '../core/message-sound.ts';
import { wavSamples } from '#core/sound/wav-samples.ts';
import { openFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { VOICEMAIL_CHANGED, type VoicemailChanged } from '../contract.ts';
import { voicemailsRepo } from './voicemails.repo.ts';

/** A minute of both sides: who says anything says it within. */
const FIRST_BYTES = 2_000_000;

/**
 * Puts a recorded message into its box. Called for every recording that is kept, by a job of the same transaction: whatever
 * stops the server in between, the job is there when it starts again, and a recording left on disk comes by here too.
 * What nobody can read counts as a message: rather one too many.
 */
export const takeMessage =
  (world: Pick<World, 'db' | 'files' | 'log'>) =>
  async ({
    tenantId,
    callId,
    recordingId,
  }: {
    tenantId: number;
    callId: string;
    recordingId: string;
  }): Promise<void> => {
    const { db, log } = world;
    const named = recordingName(recordingId);
    if (named?.kind === 'call') return;
    const recording = await db.tenant({ tenantId }, (tx) => voicemailsRepo(tx).recording(recordingId));
    if (recording?.kind !== 'voicemail' || recording.file_id === null) return;
    if (!(await saysSomething(world, tenantId, recording.file_id, recording.bytes)))
      return void log.info({ tenantId, callId }, 'nobody said anything after the tone');
    await db.tenant({ tenantId }, async (tx) => {
      const repo = voicemailsRepo(tx);
      const box = await repo.boxOrMain(named?.box ?? { kind: 'main' });
      const id = await repo.add({ callId, recordingId, box });
      if (id !== null) await pushToKeepers(tx, id, box, true);
    });
  };

async function saysSomething(
  world: Pick<World, 'db' | 'files' | 'log'>,
  tenantId: number,
  fileId: number,
  bytes: number,
): Promise<boolean> {
  try {
    const first = await hasSpeech(world, tenantId, fileId, Math.min(bytes, FIRST_BYTES));
    return first || (bytes > FIRST_BYTES && (await hasSpeech(world, tenantId, fileId, bytes)));
  } catch (problem) {
    log(world, problem, tenantId);
    return true;
  }
}
const log = ({ log: to }: Pick<World, 'log'>, err: unknown, tenantId: number): void =>
  to.warn({ err, tenantId }, 'a message could not be listened to; it is kept');

async function hasSpeech(
  world: Pick<World, 'db' | 'files'>,
  tenantId: number,
  fileId: number,
  bytes: number,
): Promise<boolean> {
  const { content } = await openFile(world, { tenantId }, fileId, { from: 0, to: bytes - 1 });
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece as Uint8Array);
  const sound = wavSamples(Buffer.concat(pieces));
  return sound === null || isMessage(sound.samples, sound.rate);
}

/** Tells those who keep the box; who sees all boxes looks again, and only the main one is news to them. */
export async function pushToKeepers(tx: TenantTx, id: number, box: Mailbox, arrived: boolean): Promise<void> {
  const body = (isNews: boolean): VoicemailChanged => ({ id, box: wordOf(box), arrived: isNews });
  await tx.push({ kind: VOICEMAIL_CHANGED, body: body(arrived && box.kind === 'main'), access: 'voicemails.all' });
  const people =
    box.kind === 'group' ? await voicemailsRepo(tx).peopleOf(box.groupId) : box.kind === 'agent' ? [box.userId] : [];
  for (const userId of people)
    await tx.push({ kind: VOICEMAIL_CHANGED, body: body(arrived), to: { userId }, access: 'voicemails.use' });
}

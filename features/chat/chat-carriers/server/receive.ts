import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CarriedFile, Correspondent, Received } from '#core/chat/carrier.port.ts';
import { vouchedCustomer } from '#features/chat/chat-channels/server/index.ts';
import { CHAT_FILE_MOST, MESSAGE_MOST } from '#features/chat/chat/contract.ts';
import { isWritten, visitorWrote, type VisitorDesk, type VisitorRef } from '#features/chat/chat/server/index.ts';
import { fileTypeAt, safeName } from '#platform/server/http/incoming-file.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { clientIdOf } from './message-ids.ts';
import type { Opened } from './open-carriers.ts';

/** What people send by phone and by mail. Everything but pictures is saved, never opened, by pages. */
const ACCEPTED = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
  'text/plain',
  'audio/ogg',
  'audio/ogg; codecs=opus',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/amr',
  'audio/wav',
  'audio/x-m4a',
  'video/mp4',
  'video/3gpp',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];
const refusals: readonly string[] = [
  'fileTypeRefused',
  'tooLarge',
  'fileInfected',
  'uploadsFull',
  'uploadsVisitor',
  'uploadsTenant',
];
/** Longer ones are cut: nobody reads on. */
const PIECES_MOST = 5;

/**
 * Brings messages of carriers to the desk where visitors write. Rules:
 * 1. Stored when it answers. Told again, each part is found under its id and written no second time.
 * 2. Whoever is shut out is thanked and not heard.
 * 3. A file we do not take is a line that says so: the agent knows that something was sent.
 * 4. Only where the carrier proves the number, a customer who alone has it is who writes.
 */
export function openReception(
  { db, log }: Pick<World, 'db' | 'log'>,
  desk: Pick<VisitorDesk, 'fromVisitor' | 'storeVisitorFile'>,
) {
  async function visitorFor({ account, trade }: Opened, { from, thread, sentAtMs }: Received): Promise<VisitorRef> {
    const { tenantId, channelId } = account;
    const customerId =
      trade.abilities.provesPhone && from.phone !== ''
        ? await vouchedCustomer(db, tenantId, { phone: from.phone, email: '' })
        : null;
    const shown = thread['subject'] ? { subject: thread['subject'] } : {};
    const visitorId = await db.tenant({ tenantId }, (tx) =>
      visitorWrote(tx, {
        channelId,
        externalId: from.externalId,
        customerId,
        name: nameOf(from),
        email: from.email.toLowerCase().slice(0, 254),
        phone: from.phone,
        answers: shown,
        thread,
        sentAtMs,
      }),
    );
    return { tenantId, visitorId };
  }

  /** The id of the stored file; null: not taken. */
  async function keep(guest: VisitorRef, file: CarriedFile): Promise<number | null> {
    if (file.bytes > CHAT_FILE_MOST) return null;
    const folder = await mkdtemp(join(tmpdir(), 'openseat-carried-'));
    try {
      const path = join(folder, 'file');
      const bytes = await written(await file.open(), path);
      const mediaType = await fileTypeAt(path, ACCEPTED);
      if (!mediaType) return null;
      return (await desk.storeVisitorFile(guest, { path, name: safeName(file.name), mediaType, bytes })).id;
    } catch (thrown) {
      if (thrown instanceof Failure && refusals.includes(thrown.name)) return null;
      throw thrown;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return async function receive(
    opened: Opened,
    received: Received,
    lost: readonly { name: string }[] = [],
  ): Promise<void> {
    const { channelId } = opened.account;
    const partId = (part: string) => clientIdOf(channelId, received.externalId, part);
    try {
      const guest = await visitorFor(opened, received);
      for (const [place, text] of piecesOf(received.text).entries())
        await desk.fromVisitor(guest, { client_id: partId(`text ${place}`), text });
      for (const [place, file] of received.files.entries()) {
        const client_id = partId(`file ${place}`);
        // Before the file is stored once more.
        if (await db.tenant(guest, (tx) => isWritten(tx, guest.visitorId, client_id))) continue;
        const file_id = await keep(guest, file);
        await desk.fromVisitor(
          guest,
          file_id === null ? unheard(client_id, 'fileRefused', file.name) : { client_id, file_id },
        );
      }
      for (const [place, { name }] of lost.entries())
        await desk.fromVisitor(guest, unheard(partId(`lost ${place}`), 'fileLost', name));
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.name !== 'chatBlocked') throw thrown;
      log.debug({ channelId }, 'a message of somebody who is shut out was dropped');
    }
  };
}

export type Receive = ReturnType<typeof openReception>;

const unheard = (client_id: string, what: 'fileRefused' | 'fileLost', name: string) => ({
  client_id,
  text: `📎 ${safeName(name)}`,
  before: { what, name: safeName(name) },
});

const nameOf = ({ name }: Correspondent): string => storable(name).trim().slice(0, 200);
/** NUL and halves of letters no database keeps. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** A long text in pieces a page can take, cut between lines or words where there are any. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = storable(text).trim();
  while (rest !== '' && pieces.length < PIECES_MOST) {
    const near =
      rest.length <= MESSAGE_MOST
        ? rest.length
        : Math.max(rest.lastIndexOf('\n', MESSAGE_MOST), rest.lastIndexOf(' ', MESSAGE_MOST));
    const end = near > MESSAGE_MOST / 2 || rest.length <= MESSAGE_MOST ? near : MESSAGE_MOST;
    pieces.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end).trim();
  }
  return pieces;
}

async function written(content: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  let bytes = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length;
      done(bytes > CHAT_FILE_MOST ? new Failure('tooLarge') : null, part);
    },
  });
  await pipeline(Readable.from(content), counted, createWriteStream(path));
  return bytes;
}

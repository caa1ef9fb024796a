import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import { encodingOf } from '#core/csv/text-encoding.ts';
import type { UploadEndpoint } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import type { IncomingFile } from './routes.ts';

/**
 * Reads a multipart request: one file, streamed to disk, and the fields beside it.
 * What the file is, is decided by its bytes; its name is only a name.
 */
export async function receiveFile(
  request: FastifyRequest,
  { accepts, maxBytes }: UploadEndpoint,
): Promise<{ fields: Record<string, string>; file: IncomingFile; forget: () => Promise<void> }> {
  if (!request.isMultipart()) throw new Failure('invalidInput', 'file: multipart expected');
  const left = whenLeft(request);
  const folder = await mkdtemp(join(tmpdir(), 'openseat-in-'));
  const forget = () => rm(folder, { recursive: true, force: true });
  const read = async () => {
    const fields: Record<string, string> = {};
    let file: IncomingFile | null = null;
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const path = join(folder, 'file');
      await pipeline(part.file, createWriteStream(path));
      if (part.file.truncated) throw new Failure('tooLarge');
      const mediaType = await fileTypeAt(path, accepts);
      if (!mediaType) throw new Failure('fileTypeRefused');
      file = { path, name: safeName(part.filename), mediaType, bytes: part.file.bytesRead };
    }
    if (!file) throw new Failure('invalidInput', 'file: missing');
    return { fields, file, forget };
  };
  const reading = read();
  try {
    return await Promise.race([reading, left]);
  } catch (thrown) {
    reading.catch(() => {});
    await forget();
    if (isCutOff(thrown)) throw new Failure('invalidInput', 'file: the multipart body breaks off');
    throw isUnbounded(thrown) ? new Failure('invalidInput', 'file: multipart without a boundary') : thrown;
  }
}

/** What the reader of multipart bodies says of one without an end; it has no codes. */
const isCutOff = (thrown: unknown): boolean =>
  thrown instanceof Error && /^(Unexpected end of multipart data|Part terminated early)/.test(thrown.message);

/** And of one whose header does not say where its parts end. */
const isUnbounded = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.message.startsWith('Multipart: Boundary not found');

/** Fails when the sender leaves before all was read: whoever begins to read after that would wait for ever. */
function whenLeft({ raw }: FastifyRequest): Promise<never> {
  const left = new Promise<never>((_, reject) => {
    const check = () => {
      if (!raw.complete) reject(new Error('the sender left'));
    };
    if (raw.destroyed) check();
    else raw.once('close', check);
  });
  // Nobody may be listening any more when it happens.
  left.catch(() => {});
  return left;
}

/** What nobody sees in a name: control characters, and marks that turn the order of letters round (`fdp.exe` is shown as `exe.pdf`). */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** The name without folders and without what nobody sees. */
export const safeName = (name: string): string =>
  basename(name.replaceAll('\\', '/')).replace(UNSEEN, '').slice(-200).toWellFormed() || 'file';

/** What a file is by its bytes, when it is one of these; null: something else. */
export async function fileTypeAt(path: string, accepts: readonly string[]): Promise<string | null> {
  // Where tables are wanted, text is text whatever its first letters look like (`BM`, `ID3`): a column may be called so.
  if (accepts.includes('text/csv') && (await isTable(path))) return 'text/csv';
  const found = await fileTypeFromFile(path);
  if (found) return accepts.includes(found.mime) ? found.mime : null;
  return accepts.includes('text/plain') && (await isText(path)) ? 'text/plain' : null;
}

async function startOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Valid UTF-8 without control characters, in its first 64 KB. */
async function isText(path: string): Promise<boolean> {
  const text = new TextDecoder('utf-8').decode(await startOf(path), { stream: true });
  return !text.includes('\ufffd') && !/[\u0000-\u0008\u000e-\u001f]/.test(text);
}

/** The same in the encodings spreadsheets save tables in. */
async function isTable(path: string): Promise<boolean> {
  const start = await startOf(path);
  const encoding = encodingOf(start, true);
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return encoding !== null;
  return !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(new TextDecoder(encoding).decode(start, { stream: true }));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenPart, OutgoingFile } from './routes.ts';

/** Sends a file, whole or the part a player asked for. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OutgoingFile,
): Promise<FastifyReply> {
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  reply
    .header('content-type', file.mediaType)
    .header(
      'content-disposition',
      `${file.inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', file.forOtherSites && !file.variesByHost ? 'public, max-age=300' : 'private, no-store');
  if (file.variesByHost) reply.header('vary', 'host');
  if (file.forOtherSites) reply.header('cross-origin-resource-policy', 'cross-origin');
  if (typeof file.body === 'function' && file.bytes !== undefined)
    return sendPart(request, reply, file.body, file.bytes);
  if (file.bytes !== undefined) reply.header('content-length', file.bytes);
  return reply.send(typeof file.body === 'function' ? await opened(reply, file.body) : file.body);
}

async function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenPart,
  bytes: number,
): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes');
  const part = askedPart(request.headers.range, bytes);
  if (part === 'none')
    return reply.code(416).header('content-range', `bytes */${bytes}`).removeHeader('content-disposition').send('');
  const content = await opened(reply, () => open(part === 'whole' ? undefined : part));
  if (part === 'whole') return reply.header('content-length', bytes).send(content);
  const { from, to } = part;
  return reply
    .code(206)
    .header('content-range', `bytes ${from}-${to}/${bytes}`)
    .header('content-length', to - from + 1)
    .send(content);
}

/** Opened before anything is sent: a file that cannot be is refused as everything is, and nothing is said of it. */
async function opened<T>(reply: FastifyReply, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (thrown) {
    for (const header of ['content-type', 'content-disposition', 'content-length', 'accept-ranges'])
      reply.removeHeader(header);
    throw thrown;
  }
}

/**
 * What a Range header asks of a file (RFC 9110, 14.2). A header we do not understand, and one that asks for several
 * parts, gets the whole, as the standard allows; `none` means that the file has no such part.
 */
export function askedPart(header: string | undefined, bytes: number): { from: number; to: number } | 'whole' | 'none' {
  const asked = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return 'whole';
  const [first, last] = [asked[1]!, asked[2]!];
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'none' : { from: bytes - length, to: bytes - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  if (from >= bytes) return 'none';
  return { from, to: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

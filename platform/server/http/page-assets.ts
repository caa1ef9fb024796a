import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a page may consist of, by the ends of names. */
export const PAGE_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** As the build names them: nothing that leads to another folder. */
const NAME = /^[\w-][\w.-]*$/;
/** What the build leaves beside a file, the smallest first. */
const PACKED = [
  { coding: 'br', end: '.br' },
  { coding: 'gzip', end: '.gz' },
] as const;
const YEAR_SEC = 31_536_000;
/** What is larger is for people who look for mistakes: read each time. */
const KEPT_BYTES = 1_048_576;

interface Asset {
  content: Buffer;
  coding: 'br' | 'gzip' | null;
}

/**
 * Serves the files that pages consist of. What is in one never changes, its name would: each is read once and kept, as small as this
 * browser takes it. A page asks for dozens, and a folder that is searched for each of them costs more than the rest of the page.
 */
export function servePageAssets(app: FastifyInstance, folder: string): void {
  const kept = new Map<string, Asset>();

  const read = async (name: string, codings: readonly string[]): Promise<Asset | null> => {
    for (const { coding, end } of PACKED) {
      const content = codings.includes(coding) ? await contentOf(join(folder, `${name}${end}`)) : null;
      if (content) return { content, coding };
    }
    const content = await contentOf(join(folder, name));
    return content && { content, coding: null };
  };
  const assetFor = async (name: string, codings: readonly string[]): Promise<Asset | null> => {
    const key = `${name} ${codings.join()}`;
    const known = kept.get(key);
    if (known) return known;
    const asset = await read(name, codings);
    if (asset && asset.content.length <= KEPT_BYTES) kept.set(key, asset);
    return asset;
  };

  app.get<{ Params: { name: string } }>('/assets/:name', { exposeHeadRoute: true }, async (request, reply) => {
    const { name } = request.params;
    const type = PAGE_TYPES[extname(name)];
    const asset = type && NAME.test(name) ? await assetFor(name, codingsOf(request)) : null;
    if (!asset) return reply.callNotFound();
    const tag = `"${name}"`;
    reply.headers({ 'cache-control': `public, max-age=${YEAR_SEC}, immutable`, etag: tag, vary: 'accept-encoding' });
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
    if (asset.coding) reply.header('content-encoding', asset.coding);
    return reply.type(type!).send(asset.content);
  });
}

/** Which ways of packing a browser takes, always in the same order. */
function codingsOf(request: FastifyRequest): string[] {
  const header = request.headers['accept-encoding'];
  const accepted = (Array.isArray(header) ? header.join() : (header ?? '')).toLowerCase().split(',');
  return PACKED.filter(({ coding }) =>
    accepted.some((one) => {
      const [name, weight] = one.split(';');
      return name!.trim() === coding && !/^\s*q=0(\.0*)?\s*$/.test(weight ?? '');
    }),
  ).map(({ coding }) => coding);
}

/** What is in a file; null where there is none. */
async function contentOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EISDIR') return null;
    throw thrown;
  }
}

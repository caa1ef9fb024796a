import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_TYPES, servePageAssets } from './page-assets.ts';
import { documentFor } from './page-document.ts';
import { pagePolicy } from './security.ts';

const ROOT_TYPES: Record<string, string> = {
  '.svg': PAGE_TYPES['.svg']!,
  '.png': PAGE_TYPES['.png']!,
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
};
/** The worker that shows notices while no page is open: whatever it fetches is ours, and a new one is noticed at once. */
const WORKER = 'sw.js';
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Pages that other sites may show in a frame: those whose path begins so, by the sites `framedBy` names for the rest of it. */
export interface FramedPages {
  prefix: `/${string}/`;
  framedBy(rest: string): Promise<readonly string[]>;
}

/** Serves the built pages: files by their hashed names for ever, everything else is the one page. */
export function servePages(
  app: FastifyInstance,
  folder: string,
  assetHosts: Record<string, string>,
  framed: readonly FramedPages[] = [],
  /** Where else a page of this site may open sockets. */
  socketsFor: (site: string) => readonly string[] = () => [],
): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  const pageAt = documentFor(folder);
  servePageAssets(app, join(folder, 'assets'));

  // The few files a browser looks for at the root.
  for (const name of readdirSync(folder)) {
    const type = ROOT_TYPES[extname(name)];
    if (!type) continue;
    const content = readFileSync(join(folder, name));
    app.get(`/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(content),
    );
  }
  const worker = join(folder, WORKER);
  app.get(`/${WORKER}`, (_request, reply) => {
    if (!existsSync(worker)) return reply.callNotFound();
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', WORKER_POLICY)
      .send(readFileSync(worker));
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!;
    const open = framed.find(({ prefix }) => path.startsWith(prefix));
    const framedBy = open ? await open.framedBy(path.slice(open.prefix.length)) : [];
    // The policy says it better than the old header, which knows no list.
    if (framedBy.length > 0) reply.removeHeader('x-frame-options');
    const nonce = randomBytes(16).toString('base64');
    const site = `${request.protocol}://${request.host}`;
    const assetHost = assetHosts[site] ?? '';
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy({ nonce, site, sockets: socketsFor(site), assetHost, framedBy }))
      .send(pageAt(path).replaceAll('__CSP_NONCE__', nonce).replaceAll('="/assets/', `="${assetHost}/assets/`));
  };
  // A path with a dot or of the API is not a page: it gets the envelope of the not-found handler.
  app.get('/*', (request, reply) => (isPage(request) ? sendPage(request, reply) : reply.callNotFound()));
}

const isPage = (request: FastifyRequest): boolean => {
  const path = request.url.split('?')[0]!;
  return !/^\/(admin|api|cc|saas_plat|home\/api|assets)\//.test(path) && !/\.\w+$/.test(path);
};

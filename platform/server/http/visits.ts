import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import type { Departure, Route } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A browser of another site may come here. */
    visit?: true;
  }
}

/** Whether the request is for a place that browsers are sent to by other sites. */
export const isVisit = (request: FastifyRequest): boolean => request.routeOptions.config.visit === true;

interface Reception {
  answer(request: FastifyRequest, route: Route): Promise<Departure>;
  answered(method: string, path: string): onResponseHookHandler;
  refuse(request: FastifyRequest, reply: FastifyReply, thrown: unknown, wantsPage: boolean): FastifyReply;
}

/** Opens the places browsers are sent to. Only here forms are read, and only here another site's page may post. */
export async function receiveVisits(
  app: FastifyInstance,
  routes: readonly Route[],
  { answer, answered, refuse }: Reception,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.setErrorHandler((thrown, request, reply) =>
      refuse(request, reply, thrown, request.headers.accept?.includes('text/html') ?? false),
    );
    for (const route of routes) {
      const { kind, method, path } = route.endpoint;
      if (kind !== 'visit') continue;
      scope.route({
        method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        config: { visit: true },
        onResponse: answered(method, path),
        handler: async (request, reply) => sendOn(reply, await answer(request, route)),
      });
    }
  });
}

function sendOn(reply: FastifyReply, { to, keep }: Departure): FastifyReply {
  if (!keep) return reply.redirect(to, 303);
  const nonce = randomBytes(16).toString('base64');
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .send(
      `<!doctype html><meta charset="utf-8"><title>OpenSeat</title><script nonce="${nonce}">for (const [name, value] of ${asScript(Object.entries(keep))}) sessionStorage.setItem(name, value);location.replace(${asScript(to)})</script>`,
    );
}

/** JSON that cannot end the script it stands in. */
const asScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

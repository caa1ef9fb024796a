import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import type { StandardEndpoint } from '#shared/endpoint.ts';
import type { Failure } from '#shared/errors.ts';
import type { Route, StandardAnswer } from './routes.ts';

interface Service {
  answer(request: FastifyRequest, route: Route): Promise<StandardAnswer<unknown>>;
  answered(method: string, path: string): onResponseHookHandler;
  /** What was thrown as a refusal; a bug is logged on the way. */
  explained(request: FastifyRequest, thrown: unknown): Failure;
}

/** Opens the calls that standards lay down: their media types are read here, and answered without our envelope. */
export async function serveStandards(app: FastifyInstance, routes: readonly Route[], service: Service): Promise<void> {
  const calls = routes.flatMap((route) =>
    route.endpoint.kind === 'standard' ? [{ route, endpoint: route.endpoint }] : [],
  );
  if (calls.length === 0) return;
  await app.register(async (scope) => {
    const read = scope.getDefaultJsonParser('error', 'error');
    const mediaTypes = new Set(['application/json', ...calls.map(({ endpoint }) => endpoint.standard.mediaType)]);
    scope.addContentTypeParser([...mediaTypes], { parseAs: 'string' }, (request, body, done) => {
      // Programs name a type for a body they do not send, as with DELETE.
      if (body === '') done(null, undefined);
      else void read(request, body as string, done);
    });
    for (const call of calls) serve(scope, call, service);
  });
}

function serve(
  scope: FastifyInstance,
  { route, endpoint }: { route: Route; endpoint: StandardEndpoint },
  { answer, answered, explained }: Service,
): void {
  const { method, path, standard, data } = endpoint;
  const send = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
    body === null
      ? reply.code(status).send()
      : reply.code(status).type(`${standard.mediaType}; charset=utf-8`).send(JSON.stringify(body));
  scope.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    onResponse: answered(method, path),
    errorHandler: (thrown, request, reply) => {
      const refusal = standard.refusal(thrown) ?? standard.refusal(explained(request, thrown))!;
      return send(reply.headers({ ...refusal.headers, 'x-request-id': request.id }), refusal.status, refusal.body);
    },
    handler: async (request, reply) => {
      const { status, location, body } = await answer(request, route);
      if (location) reply.header('location', location);
      return send(reply, status, body === null ? null : data.parse(body));
    },
  });
}

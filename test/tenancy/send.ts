import type { Route } from '#platform/server/http/routes.ts';
import { aSession, type Member } from '../builders.ts';
import type { TestServer } from '../test-server.ts';
import { requestOf } from './request.ts';

/** Somebody who makes every call: a member, a key, or a stranger without either. */
export interface SweepCaller {
  name: string;
  member: Member | null;
  token: string | undefined;
}

export interface Answer {
  status: number;
  code: number | null;
  /** Body and headers. */
  text: string;
}

/** Makes a call; a member whose session a call before has ended signs in again. */
export async function sendAs(
  server: TestServer,
  caller: SweepCaller,
  route: Route,
  input: unknown,
  isAgain = false,
): Promise<Answer> {
  const { method, url, payload } = requestOf(route, input as Record<string, unknown>);
  const answer = await server.built.http.inject({
    method,
    url,
    headers: {
      ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
      ...(payload ? { 'content-type': payload.type } : {}),
    },
    ...(payload ? { payload: payload.body } : {}),
  });
  if (answer.statusCode === 401 && !isAgain && caller.member && route.endpoint.access !== 'public') {
    caller.token = (await aSession(server.world.db, caller.member)).token;
    return sendAs(server, caller, route, input, true);
  }
  const code = answer.body.startsWith('{"code":') ? (JSON.parse(answer.body) as { code: number }).code : null;
  return { status: answer.statusCode, code, text: `${answer.body} ${JSON.stringify(answer.headers)}` };
}

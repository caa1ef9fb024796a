import type { Route } from '#platform/server/http/routes.ts';
import { eventually } from '#platform/server/realtime/realtime-process.fixture.ts';
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

/**
 * Makes a call. A member whose session a call before has ended signs in again; one who is refused because files they asked
 * for are not written yet asks again when they are: how quickly they are written must tell nothing.
 */
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
  if (answer.statusCode === 429 && !isAgain && (await areWritten(server)))
    return sendAs(server, caller, route, input, true);
  const code = answer.body.startsWith('{"code":') ? (JSON.parse(answer.body) as { code: number }).code : null;
  return { status: answer.statusCode, code, text: `${answer.body} ${JSON.stringify(answer.headers)}` };
}

/** Waits until every file that was asked for is written; false where none was missing. */
async function areWritten({ world: { db } }: TestServer): Promise<boolean> {
  const missing = async (): Promise<number> =>
    (await db.pool.query('select 1 from download_task where status in (0, 1)')).rows.length;
  if ((await missing()) === 0) return false;
  await eventually(async () => {
    if ((await missing()) > 0) throw new Error('files are not written yet');
  }, 60_000);
  return true;
}

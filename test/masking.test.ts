import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentSocket, asmTicketPurpose } from '#features/team/agent-status/contract.ts';
import { makeAgent } from '#features/team/agents/server/index.ts';
import { openLog } from '#platform/server/log.ts';
import type { Route } from '#platform/server/http/routes.ts';
import { eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { userChannel } from '#shared/user-channel.ts';
import { aMember, aSession, type Member } from './builders.ts';
import { besides } from './tenancy/besides.ts';
import { aFilledTenant, type FilledTenant } from './tenancy/filled-tenant.ts';
import { attemptsOf, formsOf, inputFor, markFor } from './tenancy/inputs.ts';
import { requestOf } from './tenancy/request.ts';
import { testServer, type TestServer } from './test-server.ts';
import { hurriedClock } from '#test/clock.ts';

/*
 * Somebody whose role hides numbers uses everything there is: every call of the contracts, both sockets, the phone, and
 * the exports. Every byte that reaches them is searched for the numbers and addresses of customers. They hold every
 * function key, so that nothing but the mask stands between.
 */

const TENANT = 110_011;
/** Calls in during the test. */
const CALLER = '525587654321';
/** …and was sent on to us by this number. */
const FORWARDER = '525598761234';

let stepMs = 1_000;
let server: TestServer;
let tenant: FilledTenant;
let ana: Member;
let token: string;
let phone: { sipNum: string; ccToken: string };
let pages: Page[];
const received: { from: string; text: string }[] = [];
const logged: string[] = [];

/** Digits as somebody would read them, whatever stands between; letters small. */
const bare = (text: string): string => text.replaceAll(/(?<=\d)[ ().-]+(?=\d)/g, '').toLowerCase();
/** The significant part of the numbers, and the addresses. */
const hidden = (): string[] => [tenant.number.slice(2), CALLER.slice(2), FORWARDER.slice(2), tenant.email];
const shows = (text: string): boolean => hidden().some((secret) => bare(text).includes(secret));

beforeAll(async () => {
  server = await testServer({
    clock: hurriedClock(() => stepMs),
    log: openLog('trace', { write: (line) => void logged.push(line) }),
  });
  const { db, catalogue, sessions } = server.world;
  // Its desk is here before it: else what it has would be taken for left behind, and be put right.
  await server.built.homes.find(TENANT);
  tenant = await aFilledTenant(db, TENANT);
  ana = await aMember(db, TENANT, {
    functions: catalogue.functions.flatMap(({ functions }) => functions),
    needsMasking: true,
    voiceSeat: true,
    textSeat: true,
  });
  token = ana.token;
  await db.everyTenant('a phone', (tx) => makeAgent(tx, ana));
  // What would refuse or hold up the calls of this test goes. Her customer, her call, her group: what she may see only as hers, she sees.
  await db.pool.query(
    `insert into agent_group_member (tenant_id, group_id, user_id) values (${TENANT}, ${TENANT}, ${ana.userId}); delete from agent_group_skill where tenant_id = ${TENANT}; delete from blacklist_entry where tenant_id = ${TENANT}; delete from call_limit where tenant_id = ${TENANT}; update customer set owner_id = ${ana.userId} where tenant_id = ${TENANT}; update call_record set user_id = ${ana.userId} where tenant_id = ${TENANT}`,
  );
  tenant.phoneWord = (
    await server.ask('POST', '/cc/api/phone/v1/convert', {
      token: (await aSession(db, { userId: TENANT, tenantId: TENANT })).token,
      body: { originPhone: tenant.number, oprType: 2 },
    })
  ).data.encryptPhone;
  const { data } = await server.ask('POST', '/cc/api/agent/v1/sipInfo', {
    token,
    body: { agentName: ana.email, deviceUniqueIdentification: 'desk' },
  });
  phone = data;
  const address = (await server.built.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const { sessionId } = await aSession(db, ana);
  const ticket = (purpose: string) => sessions.issueTicket(sessionId, purpose);
  pages = [
    new Page(`${address}${userChannel.path}?token=${await ticket(userChannel.path)}`),
    new Page(
      `${address}${agentSocket.path}?${new URLSearchParams({ token: await ticket(asmTicketPurpose(phone.sipNum)), sipNumber: phone.sipNum, asmIp: 'node-1' })}`,
    ),
  ];
  for (const page of pages)
    page.socket.on('message', (frame) => void received.push({ from: 'a socket', text: String(frame) }));
  await pages[0]!.ready();
});
afterAll(() => server.close());

async function send(
  route: Route,
  input: unknown,
  isAgain = false,
): Promise<{ status: number; code: number | null; text: string }> {
  const { method, url, payload } = requestOf(route, input as Record<string, unknown>);
  const answer = await server.built.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': payload.type } : {}) },
    ...(payload ? { payload: payload.body } : {}),
  });
  if (answer.statusCode === 401 && !isAgain && route.endpoint.access !== 'public') {
    token = (await aSession(server.world.db, ana)).token;
    return send(route, input, true);
  }
  received.push({
    from: `${route.module}.${route.name} ${JSON.stringify(input)}`,
    text: `${answer.body} ${JSON.stringify(answer.headers)}`,
  });
  return {
    status: answer.statusCode,
    code: answer.body.startsWith('{"code":') ? (answer.json() as { code: number }).code : null,
    text: answer.body,
  };
}

const ask = (path: string, body: object) => server.ask('POST', path, { token, body });
/** What arrived with something in it that should be hidden. */
const leaks = (): string[] =>
  received.filter(({ text }) => shows(text)).map(({ from, text }) => `${from} → ${text.slice(0, 600)}`);

test(
  '[SEC-01] a masked agent takes a call and calls back by a word, and neither phone nor page is told the number',
  { timeout: 60_000 },
  async () => {
    stepMs = 1;
    const { telephony } = server;
    telephony.registers(phone.sipNum);
    await ask('/cc/api/agentStatus/v1/web', {
      status: 'login-web',
      sipNum: phone.sipNum,
      deviceUniqueIdentification: 'desk',
    });
    await ask('/cc/api/agentStatus/v1/event', {
      sipNumber: phone.sipNum,
      status: 67,
      timeStamp: '2026-11-15 14:00:00',
      eventType: 1,
    });
    await eventually(async () => expect((await ask('/cc/api/agentStatus/v1/mine', {})).data.whyNotRoutable).toBeNull());

    const customer = telephony.outsideCalls({
      line: 'rehearsal',
      from: CALLER,
      to: tenant.did,
      networkWord: { attestation: 'B', divertedFrom: `+${FORWARDER}` },
    });
    const rung = await eventually(() => telephony.ringing(phone.sipNum) ?? Promise.reject(new Error('nothing rings')));
    received.push({ from: 'the phone', text: JSON.stringify(telephony.shown(rung)) });
    telephony.picksUp(rung);
    const live = await eventually(
      async () =>
        (await server.ask('GET', '/cc/api/calls/v1/live', { token })).data.calls[0] ??
        Promise.reject(new Error('no call')),
    );
    expect(live.divertedFrom).toBe('52******1234');
    received.push({ from: 'calls.live', text: JSON.stringify(live) });
    telephony.hangsUp(customer);
    await eventually(() => expect(pages[0]!.events().length).toBeGreaterThan(2));

    const headers = {
      [CallHeader.ccAgent]: phone.sipNum,
      [CallHeader.ccToken]: phone.ccToken,
      [CallHeader.calleeCountryCode]: '52',
    };
    await eventually(async () =>
      expect(['inCall', 'ringing', 'dialing']).not.toContain(
        (await ask('/cc/api/agentStatus/v1/mine', {})).data.whyNotRoutable,
      ),
    );
    telephony.phoneCalls(phone.sipNum, tenant.phoneWord, headers);
    const out = await eventually(
      () => telephony.ringTo(tenant.number) ?? Promise.reject(new Error('nobody is called')),
    );
    telephony.picksUp(out);
    received.push({
      from: 'calls.live',
      text: JSON.stringify((await server.ask('GET', '/cc/api/calls/v1/live', { token })).data),
    });
    telephony.hangsUp(out);
    expect(leaks()).toEqual([]);
    stepMs = 1_000;
  },
);

test(
  '[SEC-01] no call of the product tells a masked member a number or an address of a customer',
  { timeout: 300_000 },
  async () => {
    const endsSessions = new Set([
      'account.logout',
      'account.endOtherSessions',
      'account.endSession',
      'account.switchTeam',
      'account.leaveTeam',
      'sso.logout',
    ]);
    // They never say a number: they have words.
    const own = { ...tenant, number: tenant.phoneWord };
    let answered = 0;
    for (const route of server.built.features.flatMap((feature) => feature.routes)) {
      const what = `${route.module}.${route.name}`;
      if (endsSessions.has(what) || route.endpoint.access === 'public') continue;
      const writes = !route.endpoint.reads && route.endpoint.method !== 'GET';
      const places = attemptsOf(route.endpoint).map(({ place, schema }) => ({
        schema,
        at: {
          path: place.path,
          value: markFor(place.kind, own, place.path === 'customerId' ? { type: 'string' } : {}),
        },
      }));
      for (const { schema, at } of [{ schema: formsOf(route.endpoint)[0]!, at: undefined }, ...places]) {
        const { code, status } = await send(route, {
          ...(inputFor(schema, { own, count: received.length, ...(at ? { at } : {}) }) as object),
          ...besides[what]?.(at?.path ?? '', own),
        });
        if (code === 0 || (code === null && status === 200)) answered += 1;
        if (writes && code === 0) await tenant.restore();
      }
    }
    expect(leaks()).toEqual([]);
    expect(answered, 'calls that answered').toBeGreaterThan(200);
    expect(
      received.some(({ text }) => text.includes('52******1199')),
      'the number stands there with stars',
    ).toBe(true);
  },
);

test(
  '[SEC-01] files a masked member had written hold no number and no address of a customer',
  { timeout: 120_000 },
  async () => {
    const { pool } = server.world.db;
    await eventually(
      async () =>
        expect(
          (await pool.query('select 1 from download_task where user_id = $1 and status in (0, 1)', [ana.userId])).rows,
        ).toEqual([]),
      60_000,
    );
    const { data: tasks } = await server.ask('GET', '/cc/api/download/v1/list', { token });
    const ids = (JSON.stringify(tasks).match(/"id":\d+/g) ?? []).map((text) => Number(text.slice(5)));
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) {
      const { rawPayload } = await server.built.http.inject({
        method: 'GET',
        url: `/cc/api/download/v1/${id}/file`,
        headers: { authorization: `Bearer ${token}` },
      });
      received.push({ from: `file ${id}`, text: rawPayload.toString('utf8') });
    }
    expect(leaks()).toEqual([]);
  },
);

test('[SEC-01] the log of the server holds no number and no address of a customer either', () => {
  expect(logged.length).toBeGreaterThan(100);
  expect(logged.filter(shows)).toEqual([]);
});

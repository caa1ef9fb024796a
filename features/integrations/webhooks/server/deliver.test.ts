import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openOutsideFetch } from '#adapters/http/open-outside-fetch.ts';
import type { OutsideFetch, OutsideRequest } from '#core/http/outside-fetch.port.ts';
import { RETRY_AFTER_MS } from '../core/after-try.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { handClock, type HandClock } from '#test/clock.ts';
import { WAITING_MOST, type DeliveryDetail } from '../contract.ts';
import { DELIVER_TASK, type DeliverOrder } from './deliver.ts';
import { aReceiver } from './receiver.fixture.ts';

const DAY_MS = 86_400_000;
/** Two jobs one after another, on a machine that has other things to do. */
const PATIENT = { timeout: 20_000 };
const reach = openOutsideFetch({ allowPrivate: true });

/** One server for all; each test turns its clock and stands in its line. */
const clock = handClock();
let line: OutsideFetch = reach;
const common = await testServer({
  allowPrivate: true,
  clock,
  outside: (request) => line(request),
});
afterAll(common.close);

interface Desk {
  server: TestServer;
  owner: Member;
  /** Something that is told to every hook. */
  happens(id?: number): Promise<void>;
  log(): Promise<(DeliveryDetail & { turn: number })[]>;
  /** The only delivery there is, once it was tried so often. */
  tried(times: number): Promise<DeliveryDetail & { turn: number }>;
  /** As the job does at its hour. */
  again(): Promise<void>;
  hook(): Promise<{ enabled: boolean; stopped: string | null; failing_since: string | null }>;
  clock: HandClock;
}

async function aDesk(
  url: string,
  { outside = reach, server = common }: { outside?: OutsideFetch; server?: TestServer } = {},
): Promise<Desk> {
  clock.turn(Date.now() - clock.nowMs());
  line = outside;
  const { db } = server.world;
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  await db.tenant(owner, (tx) =>
    sql`insert into webhook (name, url, events, secret) values ('CRM', ${url}, '{agent.statusChanged}', 'whsec_x')`.execute(
      tx.as(),
    ),
  );
  const log = async () =>
    (
      await db.tenant(owner, (tx) =>
        sql<
          DeliveryDetail & { turn: number }
        >`select id, state, tries, turn, why, answer, answer_status "answerStatus", event_id "eventId", duration_ms "durationMs", next_try_at "nextTryAt" from webhook_delivery order by id`.execute(
          tx.as(),
        ),
      )
    ).rows;
  const tried = async (times: number) => {
    await expect.poll(async () => (await log())[0]?.tries, PATIENT).toBe(times);
    return (await log())[0]!;
  };
  const deliver = server.built.features
    .find(({ name }) => name === 'webhooks')!
    .jobs!.find(({ task }) => task === DELIVER_TASK)!.run as (order: DeliverOrder) => Promise<void>;
  return {
    server,
    owner,
    clock,
    log,
    tried,
    happens: (id = 1) =>
      db.tenant(owner, (tx) =>
        tx.announce('agent-status.recorded', {
          tenantId: owner.tenantId,
          userId: 1,
          name: 'Ana',
          changes: [{ id, status: 66, atMs: 0, by: null, reason: null, callId: null }],
        }),
      ),
    async again() {
      const { id: deliveryId, turn } = (await log())[0]!;
      await deliver({ tenantId: owner.tenantId, deliveryId, turn });
    },
    hook: async () =>
      (
        await db.tenant(owner, (tx) =>
          sql<{
            enabled: boolean;
            stopped: string | null;
            failing_since: string | null;
          }>`select enabled, stopped, failing_since from webhook`.execute(tx.as()),
        )
      ).rows[0]!,
  };
}

test('[ADMIN-06] a receiver that fails is tried again, later and later, always with the same event, until it is given up', async () => {
  const receiver = await aReceiver();
  receiver.answers((response) => void response.writeHead(503).end('busy'));
  const desk = await aDesk(receiver.url);
  await desk.happens();
  for (const [index, waitMs] of RETRY_AFTER_MS.entries()) {
    const delivery = await desk.tried(index + 1);
    expect(delivery).toMatchObject({
      state: 'waiting',
      why: 'status',
      answerStatus: 503,
      answer: 'busy',
      nextTryAt: toWireTime(desk.clock.nowMs() + waitMs),
    });
    // A success of another event in between: the hook as such works, only this event does not.
    await desk.server.world.db.tenant(desk.owner, (tx) =>
      sql`update webhook set failing_since = null`.execute(tx.as()),
    );
    desk.clock.turn(waitMs);
    await desk.again();
  }
  expect(await desk.tried(10)).toMatchObject({ state: 'failed', nextTryAt: null });
  await desk.again();
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
  expect(
    new Set(receiver.received.map(({ headers }) => headers['x-openseat-timestamp'])).size,
    'each try is signed anew',
  ).toBe(10);
  expect(await desk.hook()).toMatchObject({ enabled: true });
}, 30_000);

test('[ADMIN-06] the next try waits as a job, and a job of an earlier turn does nothing', async () => {
  const receiver = await aReceiver();
  receiver.answers((response) => void response.writeHead(500).end());
  const desk = await aDesk(receiver.url);
  await desk.happens();
  const first = await desk.tried(1);
  const { rows } = await desk.server.world.db.everyTenant('looks at jobs', (tx) =>
    sql<{
      payload: DeliverOrder;
      waits: number;
    }>`select payload, extract(epoch from run_at - now())::float8 waits from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${DELIVER_TASK} and (payload->>'deliveryId')::bigint = ${first.id}`.execute(
      tx.as(),
    ),
  );
  expect(rows).toMatchObject([{ payload: { deliveryId: first.id, turn: 2 } }]);
  expect(rows[0]!.waits).toBeGreaterThan(45);
  expect(rows[0]!.waits).toBeLessThanOrEqual(60);
  const deliver = desk.server.built.features.find(({ name }) => name === 'webhooks')!.jobs![0]!.run as (
    order: DeliverOrder,
  ) => Promise<void>;
  await deliver({ tenantId: desk.owner.tenantId, deliveryId: first.id, turn: 1 });
  expect(receiver.received).toHaveLength(1);
  receiver.answers((response) => void response.end());
  await desk.again();
  expect(await desk.tried(2)).toMatchObject({ state: 'delivered', why: null });
  expect(await desk.hook()).toMatchObject({ failing_since: null });
});

test('[ADMIN-06] a server that dies between the commit and the delivery loses nothing', async () => {
  const { db, close } = await testDb();
  onTestFinished(close);
  const receiver = await aReceiver();
  const died = await testServer({ db, allowPrivate: true });
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  await db.tenant(owner, (tx) =>
    sql`insert into webhook (name, url, events, secret) values ('CRM', ${receiver.url}, '{agent.statusChanged}', 'whsec_x')`.execute(
      tx.as(),
    ),
  );
  await died.built.stop();
  await db.tenant(owner, (tx) =>
    tx.announce('agent-status.recorded', {
      tenantId: owner.tenantId,
      userId: 1,
      name: 'Ana',
      changes: [{ id: 1, status: 66, atMs: 0, by: null, reason: null, callId: null }],
    }),
  );
  expect(receiver.received).toEqual([]);
  const next = await testServer({ db, allowPrivate: true });
  await expect.poll(() => receiver.received.length).toBe(1);
  await next.built.stop();
});

test('[ADMIN-06] a crash between sending and noting sends again, with the same id', async () => {
  const receiver = await aReceiver();
  let crashes = 1;
  const desk = await aDesk(receiver.url, {
    outside: async (request) => {
      const answer = await reach(request);
      if ((crashes -= 1) >= 0) throw new Error('the process died here');
      return answer;
    },
  });
  await desk.happens();
  expect(await desk.tried(1)).toMatchObject({ state: 'delivered' });
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[0]!.headers['x-openseat-id']).toBe(receiver.received[1]!.headers['x-openseat-id']);
}, 30_000);

test('[ADMIN-06] a redirect is not followed, wherever it leads', async () => {
  const [receiver, inner] = [await aReceiver(), await aReceiver()];
  receiver.answers((response) => void response.writeHead(307, { location: inner.url }).end());
  const desk = await aDesk(receiver.url);
  await desk.happens();
  expect(await desk.tried(1)).toMatchObject({ state: 'waiting', why: 'redirect', answerStatus: 307 });
  expect(inner.received).toEqual([]);
});

test('[ADMIN-06] a name that leads into a private network is refused with every delivery, also when it changed its mind since', async () => {
  const receiver = await aReceiver();
  const addresses = ['127.0.0.1', '10.0.0.7'];
  const url = receiver.url.replace('127.0.0.1', 'crm.example');
  const guarded = openOutsideFetch({
    resolve: async () => [addresses.shift()!],
    allows: (address) => address === '127.0.0.1',
  });
  const desk = await aDesk(url, { outside: guarded });
  await desk.happens();
  expect(await desk.tried(1)).toMatchObject({ state: 'delivered' });
  expect(
    (
      await desk.server.ask('POST', '/cc/api/webhook/v1/resend', {
        token: desk.owner.token,
        body: { id: (await desk.log())[0]!.id },
      })
    ).data,
  ).toMatchObject({ state: 'waiting', why: 'privateAddress', answerStatus: null });
  expect(receiver.received).toHaveLength(1);
});

test('[ADMIN-06] outside of development only https to a public name can be entered and is sent to', async () => {
  const receiver = await aReceiver();
  const asked: OutsideRequest[] = [];
  const strict = await testServer({
    outside: async (request) => {
      asked.push(request);
      return openOutsideFetch()(request);
    },
  });
  onTestFinished(() => strict.close());
  const desk = await aDesk(receiver.url, { server: strict });
  const save = (url: string) =>
    desk.server.ask('PUT', '/cc/api/webhook/v1/settings', {
      token: desk.owner.token,
      body: {
        version: '',
        hooks: [{ id: null, name: 'x', url, events: ['call.ended'], enabled: true, maskNumbers: false }],
      },
    });
  const { version } = (await desk.server.ask('GET', '/cc/api/webhook/v1/settings', { token: desk.owner.token })).data;
  for (const url of ['http://crm.example/', 'https://127.0.0.1/', 'https://localhost/', 'nothing']) {
    expect(
      await desk.server.ask('PUT', '/cc/api/webhook/v1/settings', {
        token: desk.owner.token,
        body: {
          version,
          hooks: [{ id: null, name: 'x', url, events: ['call.ended'], enabled: true, maskNumbers: false }],
        },
      }),
      url,
    ).toMatchObject({ code: 21801 });
  }
  expect(await save('https://crm.example/')).toMatchObject({ code: 20002 });
  await desk.happens();
  expect(await desk.tried(1), 'one that was there before').toMatchObject({ why: 'badAddress' });
  expect(asked).toMatchObject([{ httpsOnly: true, maxRedirects: 0 }]);
  expect(receiver.received).toEqual([]);
});

test('[ADMIN-06] a slow receiver is cut off, and a huge answer too', async () => {
  const receiver = await aReceiver();
  const patience: (number | undefined)[] = [];
  const desk = await aDesk(receiver.url, {
    outside: (request) => {
      patience.push(request.timeoutMs);
      return reach({ ...request, timeoutMs: 300 });
    },
  });
  receiver.answers(() => {});
  await desk.happens();
  expect(await desk.tried(1)).toMatchObject({ state: 'waiting', why: 'tooSlow' });
  expect(patience[0]).toBeLessThanOrEqual(10_000);
  receiver.answers((response) => {
    response.writeHead(200);
    const flood = (): void => {
      while (response.writable && response.write('é\0'.repeat(10_000)));
    };
    response.on('drain', flood).on('error', () => {});
    flood();
  });
  desk.clock.turn(60_000);
  await desk.again();
  const { answer, ...rest } = await desk.tried(2);
  expect(rest).toMatchObject({ state: 'delivered', answerStatus: 200 });
  expect(answer).toBe('é'.repeat(500));
});

test('[ADMIN-06] while a receiver that answered too late rests, others’ events go out and its own wait untried, but for those sent by hand', async () => {
  const receiver = await aReceiver();
  let asked = 0;
  const desk = await aDesk(receiver.url, {
    outside: async (request) => {
      if (request.url === receiver.url) asked += 1;
      return reach({ ...request, timeoutMs: 150 });
    },
  });
  receiver.answers(() => {});
  await desk.happens();
  expect(await desk.tried(1)).toMatchObject({ why: 'tooSlow' });
  await desk.happens(2);
  const resting = async () =>
    (await desk.log()).filter(({ nextTryAt }) => nextTryAt === toWireTime(desk.clock.nowMs() + 30_000));
  await expect.poll(resting, PATIENT).toMatchObject([{ state: 'waiting', tries: 0, turn: 1 }]);
  expect(asked).toBe(1);
  const other = await aReceiver();
  await desk.server.world.db.tenant(desk.owner, (tx) =>
    sql`insert into webhook (name, url, events, secret) values ('BI', ${other.url}, '{agent.statusChanged}', 'whsec_y')`.execute(
      tx.as(),
    ),
  );
  await desk.happens(3);
  await expect.poll(() => other.received.length, PATIENT).toBe(1);
  await expect.poll(async () => (await resting()).length, PATIENT).toBe(2);
  receiver.answers((response) => void response.end());
  const resent = await desk.server.ask('POST', '/cc/api/webhook/v1/resend', {
    token: desk.owner.token,
    body: { id: (await desk.log())[0]!.id },
  });
  expect(resent.data, 'by hand at once').toMatchObject({ state: 'delivered' });
  await desk.happens(4);
  await expect
    .poll(() => receiver.received.filter(({ body }) => body.type === 'agent.statusChanged').length, PATIENT)
    .toBe(3);
}, 30_000);

test('[ADMIN-06] one that answers Gone is switched off, and whoever looks after the hooks is told', async () => {
  const receiver = await aReceiver();
  receiver.answers((response) => void response.writeHead(410).end());
  const desk = await aDesk(receiver.url);
  const sofia = await aMember(desk.server.world.db, desk.owner.tenantId, {
    functions: ['webhooks.edit', 'webhooks.view'],
  });
  const ana = await aMember(desk.server.world.db, desk.owner.tenantId, { functions: ['calls.use'] });
  await desk.happens();
  expect(await desk.tried(1)).toMatchObject({ state: 'failed', answerStatus: 410 });
  expect(await desk.hook()).toMatchObject({ enabled: false, stopped: 'gone' });
  const unread = async (who: Member) =>
    (await desk.server.ask('GET', '/admin/saas_plat/announcements/effect', { token: who.token })).data;
  expect(await unread(sofia)).toMatchObject([
    { title_en: expect.stringContaining('CRM'), content_en: expect.stringContaining('410') },
  ]);
  expect(await unread(ana)).toEqual([]);
  await desk.happens(2);
  const unheard = async () =>
    (
      await desk.server.world.db.everyTenant('looks at jobs', (tx) =>
        sql`select 1 from graphile_worker._private_jobs where (payload->>'tenantId')::bigint = ${desk.owner.tenantId} and payload->>'changes' is not null`.execute(
          tx.as(),
        ),
      )
    ).rows.length;
  await expect.poll(unheard).toBe(0);
  await desk.server.world.db.tenant(desk.owner, (tx) => sql`update webhook set enabled = true`.execute(tx.as()));
  await desk.happens(3);
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(await desk.log(), 'nothing was put aside while it was off').toHaveLength(2);
});

test('[ADMIN-06] one that failed for three days is paused; switched on again it begins anew', async () => {
  const receiver = await aReceiver();
  receiver.answers((response) => void response.writeHead(500).end());
  const desk = await aDesk(receiver.url);
  const sofia = await aMember(desk.server.world.db, desk.owner.tenantId, {
    functions: ['webhooks.edit', 'webhooks.view'],
  });
  await desk.happens();
  await desk.tried(1);
  expect(await desk.hook()).toMatchObject({ enabled: true, failing_since: toWireTime(desk.clock.nowMs()) });
  desk.clock.turn(3 * DAY_MS);
  await desk.again();
  expect(await desk.tried(2)).toMatchObject({ state: 'failed', why: 'status' });
  expect(await desk.hook()).toMatchObject({ enabled: false, stopped: 'paused' });
  desk.clock.turn(-3 * DAY_MS);
  const { data } = await desk.server.ask('GET', '/cc/api/webhook/v1/settings', { token: desk.owner.token });
  expect(data.hooks).toMatchObject([{ enabled: false, stopped: 'paused' }]);
  const saved = await desk.server.ask('PUT', '/cc/api/webhook/v1/settings', {
    token: desk.owner.token,
    body: { version: data.version, hooks: [{ ...data.hooks[0], enabled: true }] },
  });
  expect(saved.data.hooks).toMatchObject([{ enabled: true, stopped: null, failingSince: null }]);
  desk.clock.turn(3 * DAY_MS);
  const { rows } = await desk.server.world.db.tenant(sofia, (tx) =>
    sql`select title_en from announcement`.execute(tx.as()),
  );
  expect(rows).toHaveLength(1);
});

test('[ADMIN-06] for a dead hook so much waits and no more: it goes off, says why, and what came first stays and is tried', async () => {
  const receiver = await aReceiver();
  receiver.answers((response) => void response.writeHead(500).end());
  const desk = await aDesk(receiver.url);
  const sofia = await aMember(desk.server.world.db, desk.owner.tenantId, { functions: ['webhooks.edit'] });
  const { db } = desk.server.world;
  const waiting = async () =>
    (
      await db.tenant(desk.owner, (tx) =>
        sql<{
          total: number;
          first: string;
        }>`select count(*) total, min(event_id) first from webhook_delivery where state = 'waiting'`.execute(tx.as()),
      )
    ).rows[0]!;
  await db.tenant(desk.owner, (tx) =>
    sql`
    insert into webhook_delivery (webhook_id, event_id, type, body, created_at, next_try_at)
    select h.id, '0-' || n, 'agent.statusChanged', '{}', now(), now() + interval '1 day' from webhook h, generate_series(1, ${WAITING_MOST - 1}) n`.execute(
      tx.as(),
    ),
  );
  await desk.happens(1);
  await expect.poll(async () => (await waiting()).total, PATIENT).toBe(WAITING_MOST);
  expect((await desk.hook()).enabled, 'the last that has room').toBe(true);
  await desk.happens(2);
  await expect.poll(async () => (await desk.hook()).stopped, PATIENT).toBe('full');
  expect([await desk.hook(), await waiting()]).toMatchObject([
    { enabled: false },
    { total: WAITING_MOST, first: '0-1' },
  ]);
  const { rows } = await db.tenant(sofia, (tx) =>
    sql<{ title_en: string }>`select title_en from announcement`.execute(tx.as()),
  );
  expect(rows).toEqual([{ title_en: 'Webhook CRM takes nothing more' }]);

  receiver.answers((response) => void response.writeHead(204).end());
  await desk.again();
  expect((await desk.log())[0], 'it works again').toMatchObject({ state: 'delivered' });
  const { data } = await desk.server.ask('GET', '/cc/api/webhook/v1/settings', { token: desk.owner.token });
  expect(data.hooks).toMatchObject([{ enabled: false, stopped: 'full' }]);
  await desk.server.ask('PUT', '/cc/api/webhook/v1/settings', {
    token: desk.owner.token,
    body: { version: data.version, hooks: [{ ...data.hooks[0], enabled: true }] },
  });
  await desk.happens(3);
  await expect.poll(async () => (await desk.log()).at(-1)?.state, PATIENT).toBe('delivered');
});

test('[ADMIN-06] what waited for a hook that was switched off meanwhile is not sent', async () => {
  const receiver = await aReceiver();
  receiver.answers((response) => void response.writeHead(500).end());
  const desk = await aDesk(receiver.url);
  await desk.happens();
  await desk.tried(1);
  await desk.server.world.db.tenant(desk.owner, (tx) => sql`update webhook set enabled = false`.execute(tx.as()));
  await desk.again();
  expect((await desk.log())[0]).toMatchObject({ state: 'failed', why: 'off', tries: 1 });
  expect(receiver.received).toHaveLength(1);
});

test('[ADMIN-06] deliveries are forgotten after thirty days', async () => {
  const receiver = await aReceiver();
  const desk = await aDesk(receiver.url);
  await desk.happens();
  await desk.tried(1);
  const forget = desk.server.built.features
    .find(({ name }) => name === 'webhooks')!
    .jobs!.find(({ task }) => task === 'webhooks.forget')!.run as (nothing: object) => Promise<void>;
  desk.clock.turn(29 * DAY_MS);
  await forget({});
  expect(await desk.log()).toHaveLength(1);
  desk.clock.turn(2 * DAY_MS);
  await forget({});
  expect(await desk.log()).toEqual([]);
});

import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import type { Db } from '../db/db.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openHub } from './open-hub.ts';
import { sweepJob } from './sequencer.ts';
import { aProcess, eventually, push, wrong, type Page } from './realtime-process.fixture.ts';
import { clockOf } from '#test/clock.ts';

const { db, url, close } = await testDb();
const [first, second] = [await aProcess(url), await aProcess(url)];
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await close();
});

const numbered = (db: Db, tenantId: number): Promise<number> =>
  db.pool
    .query('select seq from realtime_cursor where tenant_id = $1', [tenantId])
    .then(({ rows }) => rows[0]?.seq ?? 0);

test('a page is told where it is, then what happens, in both processes', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant), await aMember(db, tenant)];
  await push(db, tenant, 'before they came');
  await eventually(async () => expect(await numbered(db, tenant)).toBe(1));
  const [here, there] = [await first.page(ana.sessionId), await second.page(budi.sessionId)];
  for (const page of [here, there]) expect(await page.ready()).toEqual({ kind: 'ready', id: 1, newest: 1 });
  await push(db, tenant, { text: 'Grüße "quoted"' }, { kind: 'chat.received' });
  for (const page of [here, there]) {
    await eventually(() => expect(page.events()).toHaveLength(1));
    expect(page.received[1]).toEqual({
      code: 0,
      data: { kind: 'event', id: 2, event: 'chat.received', body: { text: 'Grüße "quoted"' } },
      msg: '',
    });
  }
});

test('[API-03] what happens in another tenant never arrives, live or replayed', async () => {
  const [ours, theirs] = [await aTenant(db), await aTenant(db)];
  const [ana, noor] = [await aMember(db, ours, { isOwner: true }), await aMember(db, theirs, { isOwner: true })];
  const [live, other] = [await first.page(ana.sessionId), await first.page(noor.sessionId)];
  await Promise.all([live.ready(), other.ready()]);
  await push(db, theirs, 'theirs');
  await push(db, theirs, 'theirs, for a number that is ours', { to: { userId: ana.userId } });
  await push(db, ours, 'ours');
  await eventually(() => expect(live.bodies()).toEqual(['ours']));
  await eventually(() => expect(other.bodies()).toEqual(['theirs']));
  const back = await second.page(ana.sessionId, { since: 0 });
  await eventually(() => expect(back.bodies()).toEqual(['ours']));
  await live.roundTrip();
  expect(live.bodies()).toEqual(['ours']);
});

test('an event for one person, and one for holders of a function, reaches nobody else', async () => {
  const tenant = await aTenant(db);
  const members = {
    owner: await aMember(db, tenant, { isOwner: true }),
    sofia: await aMember(db, tenant, { functions: ['reports.view'] }),
    ana: await aMember(db, tenant),
  };
  const pages = {} as Record<keyof typeof members, Page>;
  for (const name of ['owner', 'sofia', 'ana'] as const) {
    pages[name] = await first.page(members[name].sessionId);
    await pages[name].ready();
  }
  await push(db, tenant, 'for Ana', { to: { userId: members.ana.userId } });
  await push(db, tenant, 'for readers of reports', { access: 'reports.view' });
  await push(db, tenant, 'for Ana if she reads reports', {
    access: 'reports.view',
    to: { userId: members.ana.userId },
  });
  await push(db, tenant, 'for all');
  const expected = {
    owner: ['for readers of reports', 'for all'],
    sofia: ['for readers of reports', 'for all'],
    ana: ['for Ana', 'for all'],
  };
  for (const name of ['owner', 'sofia', 'ana'] as const) {
    await eventually(() => expect(pages[name].bodies()).toEqual(expected[name]));
    const back = await second.page(members[name].sessionId, { since: 0 });
    await eventually(() => expect(back.bodies()).toEqual(expected[name]));
  }
});

test('what one transaction tells comes in the order it was said, whoever else hears how much of it', async () => {
  const tenant = await aTenant(db);
  const [ana, sofia] = [await aMember(db, tenant), await aMember(db, tenant, { functions: ['reports.view'] })];
  const pages = [await first.page(ana.sessionId), await first.page(ana.sessionId), await first.page(sofia.sessionId)];
  for (const page of pages) await page.ready();
  await db.tenant({ tenantId: tenant }, async (tx) => {
    const say = (body: string, rest: { to?: { userId: number }; access?: string } = {}) =>
      tx.push({ kind: 'test.happened', body, ...rest });
    await say('all 1');
    await say('all 2');
    await say('Ana 1', { to: { userId: ana.userId } });
    await say('Ana 2', { to: { userId: ana.userId } });
    await say('readers 1', { access: 'reports.view' });
    await say('all 3');
    await say('readers 2', { access: 'reports.view' });
  });
  const ofAna = ['all 1', 'all 2', 'Ana 1', 'Ana 2', 'all 3'];
  await eventually(() => expect(pages[0]!.bodies()).toEqual(ofAna));
  await eventually(() => expect(pages[1]!.bodies()).toEqual(ofAna));
  await eventually(() => expect(pages[2]!.bodies()).toEqual(['all 1', 'all 2', 'readers 1', 'all 3', 'readers 2']));
  // One of two leaves: the other hears on.
  await pages[1]!.leave();
  await push(db, tenant, 'Ana 3', { to: { userId: ana.userId } });
  await eventually(() => expect(pages[0]!.bodies()).toEqual([...ofAna, 'Ana 3']));
});

test('a function taken away or given changes what an open socket is told', async () => {
  const tenant = await aTenant(db);
  const sofia = await aMember(db, tenant, { functions: ['reports.view'] });
  const page = await first.page(sofia.sessionId);
  await page.ready();
  await db.everyTenant('a role changed', async (tx) => {
    await tx
      .as<{ role: { tenant_id: number; functions: string[] } }>()
      .updateTable('role')
      .set({ functions: [] })
      .where('tenant_id', '=', tenant)
      .execute();
    await first.sessions.changed(tx, { tenantId: tenant });
  });
  // Told by what she hears: each round one event she may see only with the function, and one for all.
  for (let round = 0, wasPushed = true; wasPushed; round += 1) {
    await push(db, tenant, `secret ${round}`, { access: 'reports.view' });
    await push(db, tenant, `open ${round}`);
    await eventually(() => expect(page.bodies()).toContain(`open ${round}`));
    wasPushed = page.bodies().includes(`secret ${round}`);
    expect(round).toBeLessThan(100);
  }
});

/** A list as a page keeps it: loaded once, then kept true by events. */
class ListPage {
  list = new Map<string, number>();
  position: number | undefined;
  #read = 0;

  /** Applies what the page was told since last time; loads the list when told to. */
  async follow(page: Page): Promise<void> {
    const messages = page.data().slice(this.#read);
    this.#read += messages.length;
    for (const message of messages) {
      if (message.kind === 'pong') continue;
      if (message.kind === 'event') {
        if (message.id <= this.position!) wrong(`event ${message.id} came after ${this.position}`);
        const { name, value } = message.body as { name: string; value: number };
        this.list.set(name, value);
      }
      if (message.kind === 'reload' || (message.kind === 'ready' && this.position === undefined))
        this.list = await freshLoad(db, tenantOfList);
      this.position = message.id;
    }
  }

  away(): void {
    this.#read = 0;
  }
}
let tenantOfList = 0;

async function freshLoad(db: Db, tenantId: number): Promise<Map<string, number>> {
  const { rows } = await db.pool.query('select name, value::int as value from tenant_setting where tenant_id = $1', [
    tenantId,
  ]);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

const change = (tenantId: number, name: string, value: number): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    await tx
      .as<{ tenant_setting: { name: string; value: string } }>()
      .insertInto('tenant_setting')
      .values({ name, value: String(value) })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'name'] as never).doUpdateSet({ value: String(value) }))
      .execute();
    await tx.push({ kind: 'test.changed', body: { name, value } });
  });

test.each([
  { cut: '5 s', awayMs: 5_000, changes: 3, outcome: 'replayed' },
  { cut: '5 min', awayMs: 300_000, changes: 300, outcome: 'replayed' },
  { cut: '4 h', awayMs: 4 * 3_600_000, changes: 300, outcome: 'replayed' },
  { cut: '4 h with more than can be replayed', awayMs: 4 * 3_600_000, changes: 2_100, outcome: 'reload' },
  { cut: '25 h', awayMs: 25 * 3_600_000, changes: 3, outcome: 'reload' },
])('a page cut for $cut equals a fresh load when it comes back ($outcome)', async ({ awayMs, changes, outcome }) => {
  const tenant = (tenantOfList = await aTenant(db));
  const ana = await aMember(db, tenant);
  const list = new ListPage();
  await change(tenant, 'one', 0);
  const before = await first.page(ana.sessionId);
  await before.ready();
  await change(tenant, 'two', 0);
  await eventually(async () => {
    await list.follow(before);
    expect(list.position).toBe(2);
  });
  before.socket.terminate();

  const startMs = first.clock.nowMs();
  list.away();
  await db.tenant({ tenantId: tenant }, async (tx) => {
    await sql`insert into outbox (kind, body) select 'test.changed', jsonb_build_object('name', 'many', 'value', n) from generate_series(0, ${changes - 2}) n`.execute(
      tx.as(),
    );
    await tx
      .as<{ tenant_setting: { name: string; value: string } }>()
      .insertInto('tenant_setting')
      .values({ name: 'many', value: String(changes - 2) })
      .execute();
  });
  await change(tenant, 'two', 1);
  await eventually(async () => expect(await numbered(db, tenant)).toBe(changes + 2));
  // The sweep runs at the time of the return.
  await sweepJob({ db, clock: clockOf(() => startMs + awayMs) }).run(null as never);

  // While the page catches up, more happens.
  const writing = (async () => {
    for (let value = 2; value < 40; value += 1) await change(tenant, 'two', value);
  })();
  const back = await second.page(ana.sessionId, { since: list.position! });
  await writing;
  await eventually(async () => {
    await list.follow(back);
    expect(list.position).toBe(changes + 2 + 38);
  });
  expect(list.list).toEqual(await freshLoad(db, tenant));
  expect(back.kinds().includes('reload')).toBe(outcome === 'reload');
  expect(back.kinds()[0]).toBe('ready');
  if (outcome === 'replayed')
    expect(back.events().map(({ id }) => id)).toEqual(Array.from({ length: changes + 38 }, (_, index) => index + 3));
});

test('a page with a number that was never given out loads its lists anew', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  const page = await first.page(ana.sessionId, { since: 99 });
  await eventually(() =>
    expect(page.data()).toEqual([
      { kind: 'ready', id: 0, newest: 0 },
      { kind: 'reload', id: 0 },
    ]),
  );
});

test('a page may begin again on an open socket', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  const page = await first.page(ana.sessionId);
  await page.ready();
  for (const body of ['a', 'b', 'c']) await push(db, tenant, body);
  await eventually(() => expect(page.bodies()).toEqual(['a', 'b', 'c']));
  page.say({ type: 'since', id: 1 });
  await eventually(() => expect(page.bodies()).toEqual(['a', 'b', 'c', 'b', 'c']));
  await push(db, tenant, 'd');
  await eventually(() => expect(page.bodies()).toEqual(['a', 'b', 'c', 'b', 'c', 'd']));
});

test('what happened while the line to the database was cut arrives afterwards', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  const page = await first.page(ana.sessionId);
  await page.ready();
  await db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'openseat-listen'",
  );
  await push(db, tenant, 'while deaf');
  await eventually(() => expect(page.bodies()).toEqual(['while deaf']));
});

test('what a hub slept through until it was swept away makes its pages reload', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  const page = await first.page(ana.sessionId);
  await page.ready();
  // Numbers moved on and nothing is left of them.
  await db.pool.query('insert into realtime_cursor (tenant_id, seq) values ($1, 7)', [tenant]);
  await db.pool.query("select pg_notify('realtime', $1)", [`${tenant}:7`]);
  await eventually(() => expect(page.data()).toContainEqual({ kind: 'reload', id: 7 }));
  await push(db, tenant, 'after');
  await eventually(() =>
    expect(page.events()).toEqual([{ kind: 'event', id: 8, event: 'test.happened', body: 'after' }]),
  );
});

test('a page that asks for the past again and again waits in the line once, so that others have their turn', async () => {
  const { identity } = await aMember(db, await aTenant(db));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let reads = 0;
  const query = async (text: string, values: unknown[]) => {
    if (text.includes('from realtime_event')) {
      reads += 1;
      await released;
    }
    return db.pool.query(text, values);
  };
  const hub = openHub({
    db: { ...db, pool: { query } as unknown as Db['pool'] },
    log: openLog('silent'),
    metrics: openMetrics(),
  });
  const aReader = () => ({
    identity,
    unreadBytes: 0,
    writes: 0,
    write() {
      this.writes += 1;
    },
    giveUp: () => wrong('nobody is too slow here'),
  });
  for (let index = 0; index < 4; index += 1) hub.subscribe(aReader(), 0);
  await eventually(() => expect(reads).toBe(4));
  const impatient = aReader();
  for (let index = 0; index < 50; index += 1) {
    hub.subscribe(impatient, 0);
    await new Promise(setImmediate);
  }
  release();
  await eventually(() => expect(impatient.writes).toBe(1));
  expect(reads).toBe(5);
});

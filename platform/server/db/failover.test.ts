import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  aClusterFolder,
  aClusterNode,
  aStandby,
  waitFor,
  type ClusterNode,
} from '#adapters/postgres/standby.fixture.ts';
import { aTenant } from '#test/builders.ts';
import { DatabaseClient } from './database-client.ts';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';
import { openDb } from './open-db.ts';

vi.setConfig({ testTimeout: 90_000 });

const STANDBY = 'b';
/** Of a machine that has much else to do. */
const PATIENCE = { timeout: 30_000 };
const folders = [aClusterFolder(), aClusterFolder()] as const;
const reported: string[] = [];
let primary: ClusterNode;
let standby: ClusterNode;
let db: Db;
/** Both hosts, the standby first: the order says nothing. */
let url: string;

/** The same address, of which nobody has learnt anything yet. */
const fresh = (name: string): string => `${url}&application_name=${name}`;

beforeAll(async () => {
  primary = await aClusterNode(folders[0].folder);
  standby = await aStandby(primary, folders[1].folder, STANDBY);
  url = `${primary.url.replace(/@.*\//, `@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/`)}?target_session_attrs=read-write`;
  await migrate(url);
  await waitFor(primary, STANDBY);
  db = openDb({ url, readUrl: standby.url, report: (problem) => void reported.push((problem as Error).message) });
}, 120_000);
afterAll(async () => {
  await db?.close();
  await primary?.kill();
  await standby?.kill();
  for (const { remove } of folders) remove();
});

const setting = (name: string) => sql`insert into tenant_setting (name, value) values (${name}, 'x')`;
const names = async (one: Pick<Db, 'tenant'>, tenantId: number): Promise<string[]> =>
  (
    await one.tenant({ tenantId }, (tx) => sql<{ name: string }>`select name from tenant_setting`.execute(tx.as()))
  ).rows.map(({ name }) => name);
const write = (one: Db, tenantId: number, name: string) =>
  one.tenant({ tenantId }, (tx) => setting(name).execute(tx.as()));
interface Seen {
  isCopy: boolean;
  names: string[];
}
const seenAside = async (one: Db, tenantId: number): Promise<Seen> =>
  one.readAside({ tenantId }, async (tx) => {
    const { rows } =
      await sql<Seen>`select pg_is_in_recovery() "isCopy", array(select name from tenant_setting order by name) names`.execute(
        tx.as(),
      );
    return rows[0]!;
  });
/** Until a copy that was left alone for a while is asked again. */
const untilCopy = async (tenantId: number): Promise<void> => {
  await expect.poll(async () => (await seenAside(db, tenantId)).isCopy, PATIENCE).toBe(true);
};

test('of several hosts the one that takes writes is found, whatever their order', async () => {
  const tenantId = await aTenant(db);
  await write(db, tenantId, 'first');
  expect(await db.standing()).toMatchObject({ primary: `127.0.0.1:${primary.port}`, moves: 0 });
});

test('what was just written is read from a copy, and of its own tenant alone', async () => {
  const [aurora, borealis] = [await aTenant(db), await aTenant(db)];
  await untilCopy(aurora);
  const seen: number[] = [];
  for (let n = 1; n <= 20; n += 1) {
    await write(db, aurora, `own ${n}`);
    seen.push((await seenAside(db, aurora)).names.length);
  }
  expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  const there = async (tenantId: number) => {
    const { isCopy, names: all } = await seenAside(db, tenantId);
    return { isCopy, rows: all.length };
  };
  await expect.poll(() => there(aurora), PATIENCE).toEqual({ isCopy: true, rows: 20 });
  await expect.poll(() => there(borealis), PATIENCE).toEqual({ isCopy: true, rows: 0 });
  await expect.poll(async () => (await db.standing()).replicas, PATIENCE).toMatchObject([{ state: 'following' }]);
});

test('a copy writes nothing, and neither does the database where it stands in for one', async () => {
  const tenantId = await aTenant(db);
  const alone = openDb({ url: primary.url, report: () => {} });
  onTestFinished(() => alone.close());
  for (const one of [db, alone])
    await expect(one.readAside({ tenantId }, (tx) => setting('never').execute(tx.as()))).rejects.toThrow(/read-only/);
});

test('whole tables come from a copy', async () => {
  const tenantId = await aTenant(db);
  await write(db, tenantId, 'copied');
  await untilCopy(tenantId);
  let text = '';
  for await (const piece of db.copyOut({ tenantId }, sql`select pg_is_in_recovery(), name from tenant_setting`))
    text += String(piece);
  expect(text).toMatch(/^[tf]\tcopied\n$/);
});

test('a copy that stays behind, takes a read back or is away costs nobody anything: the database answers', async () => {
  const tenantId = await aTenant(db);
  await untilCopy(tenantId);
  const takenBack = async () => {
    const asked: boolean[] = [];
    const answered = await db.readAside({ tenantId }, async (tx) => {
      const { rows } = await sql<{ isCopy: boolean }>`select pg_is_in_recovery() "isCopy"`.execute(tx.as());
      asked.push(rows[0]!.isCopy);
      if (rows[0]!.isCopy) throw Object.assign(new Error('canceling statement due to conflict'), { code: '40001' });
      return 'answered';
    });
    return [answered, ...asked];
  };
  await expect.poll(takenBack, PATIENCE).toEqual(['answered', true, false]);

  const away = openDb({ url, readUrl: 'postgres://nobody@127.0.0.1:1/none', report: () => {} });
  onTestFinished(() => away.close());
  expect((await seenAside(away, tenantId)).isCopy).toBe(false);
  expect(await away.standing()).toMatchObject({ replicas: [{ state: 'away' }], reads: { replica: 0, primary: 1 } });

  await untilCopy(tenantId);
  await standby.own('select pg_wal_replay_pause()');
  await expect
    .poll(() => standby.own('select pg_get_wal_replay_pause_state() state'), PATIENCE)
    .toEqual([{ state: 'paused' }]);
  await write(db, tenantId, 'while it stood still');
  expect(await seenAside(db, tenantId)).toEqual({ isCopy: false, names: ['while it stood still'] });
  await standby.own('select pg_wal_replay_resume()');
  await untilCopy(tenantId);
});

test('a host that takes no writes any more is told as a database that is away, and comes back', async () => {
  const tenantId = await aTenant(db);
  const one = openDb({ url: fresh('refused'), report: () => {} });
  onTestFinished(() => one.close());
  await write(one, tenantId, 'before');
  await primary.own('alter system set default_transaction_read_only = on');
  await primary.own('select pg_reload_conf()');
  let attempts = 0;
  const outcome = () =>
    write(one, tenantId, `attempt ${(attempts += 1)}`).then(
      () => 'written',
      (problem: Error) => problem.name,
    );
  await expect.poll(outcome, PATIENCE).toBe('unavailable');
  await primary.own('alter system reset default_transaction_read_only');
  await primary.own('select pg_reload_conf()');
  await expect.poll(outcome, PATIENCE).toBe('written');
});

test('what its standby did not confirm is not acknowledged, even where the server was told to wait no longer', async () => {
  await primary.own('create table unconfirmed (n int)');
  await primary.own('grant insert on unconfirmed to public');
  await primary.own(`alter system set synchronous_standby_names = 'nobody'`);
  await primary.own('select pg_reload_conf()');
  await expect
    .poll(() => primary.own('select sync_state from pg_stat_replication'), PATIENCE)
    .toEqual([{ sync_state: 'async' }]);
  const line = new DatabaseClient({ connectionString: primary.url });
  line.on('error', () => {});
  await line.connect();
  const written = line.query('insert into unconfirmed values (1)').then(
    () => 'acknowledged',
    (problem: Error) => problem.message,
  );
  const cancel = () => primary.own(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
  await expect.poll(async () => (await cancel()).length, PATIENCE).toBeGreaterThan(0);
  expect(await written).toBe('Connection terminated unexpectedly');
  await waitFor(primary, STANDBY);
});

test('a primary killed under writes: the standby is promoted, nothing acknowledged is lost, and everything goes on', async () => {
  const tenantId = await aTenant(db);
  const payloads: string[] = [];
  await db.listen('failover', (payload) => void payloads.push(payload));
  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  let promoted: Promise<void> | null = null;
  const failOver = async (): Promise<void> => {
    await primary.kill();
    await standby.own('select pg_promote()');
  };
  const writer = async (who: number): Promise<void> => {
    let after = 0;
    for (let n = 0; after < 20; n += 1) {
      const name = `${who}/${n}`;
      try {
        await write(db, tenantId, name);
        acknowledged.push(name);
        if (acknowledged.length === 60) promoted = failOver();
        if ((await db.standing()).moves > 0) after += 1;
      } catch (problem) {
        refusals.add((problem as Error).name);
      }
    }
  };
  await Promise.all([0, 1, 2, 3].map(writer));
  await promoted;
  const there = new Set(await names(db, tenantId));
  expect(acknowledged.filter((name) => !there.has(name))).toEqual([]);
  expect([...refusals]).toEqual(['unavailable']);
  expect(await db.standing()).toMatchObject({ primary: `127.0.0.1:${standby.port}`, moves: 1 });
  expect(reported).toContain(`the database is written at 127.0.0.1:${standby.port} from now on`);
  // Who listens was led there too, and is told that something may have been missed.
  await expect.poll(() => payloads, PATIENCE).toContain('');
  await db.everyTenant('tells it', (tx) => sql`select pg_notify('failover', 'after')`.execute(tx.as()));
  await expect.poll(() => payloads, PATIENCE).toContain('after');
  // A copy that takes writes itself is none any more.
  expect(await seenAside(db, tenantId)).toMatchObject({ isCopy: false });

  await primary.again();
  const late = openDb({ url: fresh('late'), report: () => {} });
  onTestFinished(() => late.close());
  await write(late, tenantId, 'both take writes');
  expect((await late.standing()).primary).toBe(`127.0.0.1:${standby.port}`);
});

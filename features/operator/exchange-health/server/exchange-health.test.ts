import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { CloseCode } from '#shared/channel.ts';
import { aMember, anOperator, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { testServer } from '#test/test-server.ts';
import { exchangeHealthSocket, type ExchangeHealth } from '../contract.ts';

const { db, close } = await testDb();
const server = await testServer({ db, listens: true });
afterAll(async () => {
  await server.close();
  await close();
});

const HEALTH = '/admin/operator/exchange';

/** A page of somebody who wants to look at the exchange. */
async function looks({ token }: { token: string }): Promise<Page> {
  const body = { purpose: exchangeHealthSocket.path };
  const { ticket } = (await server.ask('POST', '/admin/saas_plat/user/ticket', { token, body })).data;
  const page = new Page(`${server.address.replace('http', 'ws')}${exchangeHealthSocket.path}?token=${ticket}`);
  onTestFinished(() => void page.socket.terminate());
  return page;
}

const lastHealth = (page: Page): ExchangeHealth | undefined =>
  (page.received as unknown as { data?: { kind: string; health: ExchangeHealth } }[]).findLast(
    ({ data }) => data?.kind === 'health',
  )?.data?.health;

/** As whoever keeps the exchange of a machine writes it. */
const keeperWrites = (statement: ReturnType<typeof sql>) =>
  db.everyTenant('the exchange belongs to no tenant', (tx) => statement.execute(tx.as()));

test('an operator is told of parts, phones and changes as they come, and nobody else is', async () => {
  const tenantId = await aTenant(db);
  const operator = await anOperator(db);
  const member = await aMember(db, tenantId, { isOwner: true });

  expect((await server.ask('GET', HEALTH, { token: operator.token })).data).toMatchObject({
    isUsed: false,
    parts: [],
    phones: 0,
    changes: [],
  });
  expect(await server.ask('GET', HEALTH, { token: member.token })).not.toMatchObject({ code: 0 });

  const stranger = await looks(member);
  await expect.poll(() => stranger.closed?.code).toBe(CloseCode.notAllowed);

  const page = await looks(operator);
  await expect.poll(() => lastHealth(page)?.parts).toEqual([]);
  await keeperWrites(sql`insert into edge.part (machine, name, kind, state, version, calls)
    values ('alpha', 'edge', 'edge', 'up', '5.6.3', 0), ('alpha', 'a', 'node', 'up', '22.10.1', 3)`);
  await expect
    .poll(() => lastHealth(page)?.parts.map(({ name, calls }) => [name, calls]))
    .toEqual([
      ['edge', 0],
      ['a', 3],
    ]);
  await keeperWrites(sql`update edge.part set state = 'down', calls = 0, trouble = 'killed' where name = 'a'`);
  await expect.poll(() => lastHealth(page)?.parts[1]).toMatchObject({ state: 'down', trouble: 'killed', calls: 0 });
  await keeperWrites(
    sql`insert into edge.change (machine, what) values ('alpha', '[{"part":"a","what":"changed","file":"rtp.conf"}]')`,
  );
  await expect
    .poll(() => lastHealth(page)?.changes)
    .toMatchObject([{ machine: 'alpha', deeds: [{ part: 'a', what: 'changed', file: 'rtp.conf' }] }]);
  await keeperWrites(sql`insert into edge.location (username, ruid) values ('1001', 'one')`);
  await expect.poll(() => lastHealth(page)?.phones).toBe(1);
});

test('looking without news tells nobody', async () => {
  const payloads: string[] = [];
  onTestFinished(await db.listen('exchange_health', (payload) => void payloads.push(payload)));
  await keeperWrites(sql`insert into edge.part (machine, name, kind, state) values ('beta', 'edge', 'edge', 'up')`);
  await expect.poll(() => payloads).toHaveLength(1);
  await keeperWrites(sql`update edge.part set seen_at = now() where machine = 'beta'`);
  await keeperWrites(sql`update edge.part set calls = 1 where machine = 'beta'`);
  await expect.poll(() => payloads).toHaveLength(2);
});

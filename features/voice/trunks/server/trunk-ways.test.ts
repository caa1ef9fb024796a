import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { openTrunkWays } from './trunk-ways.ts';

const { db, close } = await testDb();
afterAll(close);
const ways = openTrunkWays(db);
const CARRIER = '203.0.113.0/24';
const FROM = '203.0.113.9';

const owner = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  db.everyTenant('a test of trunks', (tx) => statement.execute(tx.as()));

let made = 0;
/** A team with a number, and a trunk to the carrier. */
async function aTeam({ sources = [CARRIER] as string[] } = {}) {
  const tenantId = await aTenant(db);
  const number = `49301${String(++made).padStart(6, '0')}`;
  const line = `sip-${1_000 + made}`;
  await owner(sql`insert into did_number (tenant_id, number, carrier) values (${tenantId}, ${number}, 'rehearsal')`);
  const token = await ways.keep({ line, tenantId, sources });
  return { tenantId, number, line, token };
}

/** What the edge asks when somebody calls. */
async function lineOf(source: string, asked: string, addressed = asked) {
  const { rows } = await owner(
    sql<{
      line: string;
      tenant: string;
      shard: string;
    }>`select * from edge.line_of_call(${source}::inet, ${asked}, ${addressed})`,
  );
  return rows[0] ?? null;
}

test('a carrier is known by the name we registered, wherever it calls from', async () => {
  const { line, token, tenantId, number } = await aTeam({ sources: [] });
  const found = { line, tenant: String(tenantId), shard: String(tenantId % 64) };
  expect(await lineOf('198.51.100.1', token, number)).toEqual(found);
  expect(await lineOf('198.51.100.1', number)).toBeNull();
});

test('of teams that share a carrier the one that has the number is called, however it is written', async () => {
  const [first, second] = [await aTeam(), await aTeam()];
  expect(await lineOf(FROM, first.number)).toMatchObject({ line: first.line });
  expect(await lineOf(FROM, `+${second.number}`)).toMatchObject({ line: second.line });
  expect(await lineOf(FROM, `0${second.number.slice(2)}`)).toMatchObject({ line: second.line });
});

test('a team that was there first draws no calls by a number it adds later', async () => {
  const { tenantId } = await aTeam();
  const second = await aTeam();
  const alike = `1${second.number}`;
  await owner(sql`insert into did_number (tenant_id, number, carrier) values (${tenantId}, ${alike}, 'rehearsal')`);
  expect(await lineOf(FROM, second.number)).toMatchObject({ line: second.line });
});

test('a number of nobody goes to the team that was there first', async () => {
  const network = '192.0.2.0/25';
  const [first] = [await aTeam({ sources: [network] }), await aTeam({ sources: [network] })];
  expect(await lineOf('192.0.2.7', '49888888888')).toMatchObject({ line: first!.line });
});

test('what the installation lends leads to whoever has the number', async () => {
  const { tenantId, number } = await aTeam({ sources: [] });
  await ways.keep({ line: 'lent-main', tenantId: null, sources: ['198.51.100.0/28'] });
  expect(await lineOf('198.51.100.3', number)).toMatchObject({ line: 'lent-main', tenant: String(tenantId) });
  expect(await lineOf('198.51.100.3', '1234567')).toMatchObject({ line: 'lent-main', tenant: '0' });
});

test('what is lent to some leads to nobody else, and to others once it is lent to them', async () => {
  const sources = ['198.51.100.32/28'];
  const [borrower, other] = [await aTeam({ sources: [] }), await aTeam({ sources: [] })];
  const lend = (...tenantIds: number[]) => ways.keep({ line: 'lent-some', tenantId: null, sources, lentTo: tenantIds });
  await lend(borrower.tenantId);
  const from = '198.51.100.33';
  expect(await lineOf(from, borrower.number)).toMatchObject({ tenant: String(borrower.tenantId) });
  expect(await lineOf(from, other.number)).toMatchObject({ line: 'lent-some', tenant: '0' });
  await lend(borrower.tenantId, other.tenantId);
  expect(await lineOf(from, other.number)).toMatchObject({ tenant: String(other.tenantId) });
});

test('of a team’s trunk and one that is lent to it at the same carrier the lent one brings its calls', async () => {
  const sources = ['198.51.100.128/28'];
  const team = await aTeam({ sources });
  const stranger = await aTeam({ sources });
  await ways.keep({ line: 'lent-first', tenantId: null, sources, lentTo: [team.tenantId] });
  const from = '198.51.100.129';
  expect(await lineOf(from, team.number)).toMatchObject({ line: 'lent-first', tenant: String(team.tenantId) });
  expect(await lineOf(from, stranger.number)).toMatchObject({ line: stranger.line });
});

test('a line keeps its name when its networks change, and is nobody’s once it is dropped', async () => {
  const { line, token, tenantId } = await aTeam({ sources: ['198.51.100.77'] });
  expect(await ways.keep({ line, tenantId, sources: ['198.51.100.78', 'no network', '10.0.0.0/99'] })).toBe(token);
  expect(await lineOf('198.51.100.77', '1')).toBeNull();
  expect(await lineOf('198.51.100.78', '1')).toMatchObject({ line });
  await ways.drop(line);
  expect(await lineOf('198.51.100.78', '1')).toBeNull();
  expect(await lineOf('198.51.100.78', token)).toBeNull();
});

test('the name is long and of chance', async () => {
  const tokens = [(await aTeam()).token, (await aTeam()).token];
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^c[0-9a-f]{18}$/);
});

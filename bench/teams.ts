import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import { aMember, aSession, aTenant } from '#test/builders.ts';
import { httpClient } from './customers-clients.ts';
import { keptPostgres, millionCustomers } from './customers-data.ts';
import { openProduct } from './customers-product.ts';
import { median, print, type Figure } from './report.ts';

/*
 * A contact centre of 500 agents, 100 groups and 2,000 numbers over HTTP: every list's first page, a search in it, what
 * changes many at once, and files of it until they can be fetched; beside them the first page of a million customers, asked
 * in between.
 */
const AGENTS = 500;
const GROUPS = 100;
const NUMBERS = 2_000;
const ROUTES = 40;
const TURNS = 15;

const postgres = await keptPostgres();
const made = await millionCustomers(postgres);
const db = openDb({ url: made.url, report() {} });
await db.pool.query('update member set is_owner = true where tenant_id = $1 and user_id = $2', [
  made.tenantId,
  made.firstAgent,
]);
const reader = await aSession(db, { userId: made.firstAgent, tenantId: made.tenantId });
const team = await aLargeTeam(db);
const product = await openProduct(made.url);
const client = httpClient(product.origin, 1);

const ask = (path: string, body: object, token = team.token): Promise<string> =>
  client.post(path, JSON.stringify(body), token);
const first = { page: 1, size: 20 };
const questions: Record<string, (turn: number) => Promise<unknown>> = {
  'agents.page': () => ask('/cc/api/agent/v1/page', first),
  'agents.search': () => ask('/cc/api/agent/v1/page', { ...first, name: 'agent 42' }),
  'agents.ofGroup': () => ask('/cc/api/agent/v1/page', { ...first, groupId: team.groupIds[0] }),
  'agents.choices': () => ask('/cc/api/agent/v1/choices', {}),
  'agents.batchUpdate': (turn) =>
    ask('/cc/api/agent/v1/batchUpdate', { userIds: team.userIds, change: { recordCalls: turn % 2 === 0 } }),
  'agents.batchGroups': (turn) =>
    ask('/cc/api/agent/v1/batchUpdate', {
      userIds: team.userIds,
      change: turn % 2 === 0 ? { addGroupIds: [team.groupIds[1]] } : { removeGroupIds: [team.groupIds[1]] },
    }),
  'agents.batchStatus': (turn) =>
    ask('/cc/api/agent/v1/batchStatus', { userIds: team.userIds, enabled: turn % 2 === 1 }),
  'agents.output': async () => written(await ask('/cc/api/agent/v1/output', { kind: 'csv' })),
  'groups.page': () => ask('/cc/api/agentGroup/v1/page', first),
  'groups.search': () => ask('/cc/api/agentGroup/v1/page', { ...first, name: 'group 7' }),
  'groups.all': () => ask('/cc/api/agentGroup/v1/all', {}),
  'groups.waiting': () => ask('/cc/api/agentGroup/v1/waiting', {}),
  'numbers.page': () => ask('/cc/api/didNumber/v1/my', first),
  'numbers.search': () => ask('/cc/api/didNumber/v1/my', { ...first, number: '1234' }),
  'numbers.enable': (turn) =>
    ask('/cc/api/didNumber/v1/enable', { ids: team.numberIds.slice(0, 1_000), enabled: turn % 2 === 0 }),
  'routes.list': () => ask('/cc/api/route/v1/route', { path: 'list' }),
  'routes.trunks': () => ask('/cc/api/route/v1/route', { path: 'line.list' }),
  'routes.askPlan': () => ask('/cc/api/route/v1/askPlan', { userId: team.userIds[0], number: '+525512345678' }),
  'limits.page': () => ask('/cc/api/callLimit/v1/page', first),
  'external.page': () => ask('/cc/api/externalNumber/v1/page', first),
};

const took = new Map<string, number[]>();
const beside: number[] = [];
for (let turn = 0; turn <= TURNS; turn += 1) {
  for (const [name, question] of Object.entries(questions)) {
    const ms = await timed(() => question(turn));
    // By turns, so that what else the machine does weighs on both.
    const theirs = await timed(() => ask('/admin/cdp/customer/list', {}, reader.token));
    if (turn === 0) continue;
    took.set(name, [...(took.get(name) ?? []), ms]);
    beside.push(theirs);
  }
}
client.close();
await product.stop();
await db.pool.query('delete from tenant where id = $1', [team.tenantId]);
await db.close();
await postgres.stop();

const reference = median(beside);
print(
  `${AGENTS} agents, ${GROUPS} groups, ${NUMBERS} numbers, ${ROUTES} routes; beside a first page of a million customers`,
  [...took].map(([name, times]): Figure => ({
    bench: `teams.${name}`,
    ours: median(times),
    reference,
    unit: 'ms',
    goal: 'ratio 1',
  })),
);

async function timed(act: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await act();
  return performance.now() - at;
}

/** Until the file can be fetched. */
async function written(answer: string): Promise<void> {
  const { id } = (JSON.parse(answer) as { data: { id: number } }).data;
  const headers = { authorization: `Bearer ${team.token}` };
  for (;;) {
    const list = await fetch(`${product.origin}/cc/api/download/v1/list`, { headers });
    const { data } = (await list.json()) as { data: { id: number; fileUrl: string; reason: string }[] };
    const file = data.find((one) => one.id === id);
    if (file?.reason) throw new Error(file.reason);
    if (file && file.fileUrl !== '') return;
    await wait(2);
  }
}

async function aLargeTeam(on: Db) {
  const tenantId = await aTenant(on);
  const chief = await aMember(on, tenantId, { isOwner: true });
  const rows = await on.everyTenant('a large team', async (tx) => {
    const many = async (query: ReturnType<typeof sql>): Promise<number[]> =>
      ((await query.execute(tx.as())).rows as { id: number }[]).map(({ id }) => id);
    const userIds = await many(sql`
      with people as (insert into user_account (email, password_hash) select 'agent.' || ${tenantId}::text || '.' || n || '@aurora.example', '!' from generate_series(1, ${AGENTS}::int) n returning id),
        members as (insert into member (tenant_id, user_id, nick_name, voice_seat) select ${tenantId}, id, 'Agent ' || id, true from people returning user_id)
      insert into agent (tenant_id, user_id) select ${tenantId}, user_id from members returning user_id id`);
    const groupIds = await many(
      sql`insert into agent_group (tenant_id, name, group_no) select ${tenantId}, 'Group ' || n, 1000 + n from generate_series(1, ${GROUPS}::int) n returning id`,
    );
    await sql`insert into agent_group_member (tenant_id, group_id, user_id)
      select ${tenantId}, g, u from unnest(${groupIds}::bigint[]) with ordinality as gs (g, gn) join unnest(${userIds}::bigint[]) with ordinality as us (u, un) on (un + gn) % 10 = 0`.execute(
      tx.as(),
    );
    const numberIds = await many(sql`
      insert into did_number (tenant_id, number, carrier, country_iso2, inbound_config, group_id)
      select ${tenantId}, '5255' || lpad((${tenantId}::bigint * 10000 + n)::text, 8, '0'), 'rehearsal', 'MX', 1, (${groupIds}::bigint[])[1 + n % ${GROUPS}::int] from generate_series(1, ${NUMBERS}::int) n returning id`);
    const trunkIds = await many(
      sql`insert into trunk (tenant_id, name, carrier) select ${tenantId}, 'Trunk ' || n, 'rehearsal' from generate_series(1, 10) n returning id`,
    );
    const routerIds = await many(
      sql`insert into router (tenant_id, name, type) select ${tenantId}, 'Route ' || n, 2 from generate_series(1, ${ROUTES}::int) n returning id`,
    );
    await sql`insert into router_trunk (tenant_id, router_id, trunk_id, position)
      select ${tenantId}, r, (${trunkIds}::bigint[])[1 + p], p from unnest(${routerIds}::bigint[]) r, generate_series(0, 2) p`.execute(
      tx.as(),
    );
    await sql`insert into external_number (tenant_id, number, country_iso2) select ${tenantId}, '5233' || lpad(n::text, 8, '0'), 'MX' from generate_series(1, 200) n`.execute(
      tx.as(),
    );
    return { userIds, groupIds, numberIds };
  });
  await on.pool.query('analyze');
  return { tenantId, ...rows, token: chief.token };
}

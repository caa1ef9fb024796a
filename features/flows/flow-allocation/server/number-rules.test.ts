import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openCallPlans } from '#features/voice/call-routes/server/index.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { allocationFor } from './allocation-for.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const plans = openCallPlans(server.world, undefined, allocationFor);
const idOf = (query: ReturnType<typeof sql>): Promise<number> =>
  db.everyTenant('arranges', async (tx) => ((await query.execute(tx.as())).rows[0] as { id: number }).id);

let made = 0;
async function aNumber() {
  const tenantId = await aTenant(db);
  const group = (name: string, no: number) =>
    idOf(sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${no}) returning id`);
  const [sales, support] = [await group('Sales', 1), await group('Support', 2)];
  const number = `52557330${String((made += 1)).padStart(4, '0')}`;
  const id = await idOf(
    sql`insert into did_number (tenant_id, number, country_iso2, carrier, group_id) values (${tenantId}, ${number}, 'MX', 'any', ${sales}) returning id`,
  );
  const closed = await idOf(
    sql`insert into business_calendar (tenant_id, name, time_zone, weekly, holidays, closed_kind) values (${tenantId}, 'Never', 'UTC', '[]', '[]', 'voicemail') returning id`,
  );
  const rule = (fields: { prefix?: string; hours?: string; groupId?: number; flowId?: number; priority?: number }) =>
    idOf(
      sql`insert into flow_allocation (tenant_id, did_number_id, priority, caller_prefix, hours, calendar_id, goal_kind, group_id, flow_id)
        values (${tenantId}, ${id}, ${fields.priority ?? 10}, ${fields.prefix ?? ''}, ${fields.hours ?? 'any'}, ${fields.hours ? closed : null}, ${fields.flowId ? 'flow' : 'group'}, ${fields.flowId ? null : (fields.groupId ?? support)}, ${fields.flowId ?? null}) returning id`,
    );
  const reader = await aMember(db, tenantId, { functions: ['did-numbers.view'] });
  return {
    tenantId,
    sales,
    support,
    rule,
    aFlow: (version: number | null) =>
      idOf(
        sql`insert into flow (tenant_id, name, draft, published_version) values (${tenantId}, 'Reception', '{}', ${version}) returning id`,
      ),
    follow: () =>
      idOf(
        sql`insert into business_calendar_number (tenant_id, did_number_id, calendar_id) values (${tenantId}, ${id}, ${closed}) returning calendar_id id`,
      ),
    async shownPath(needsMasking = false) {
      const { token } = needsMasking
        ? await aMember(db, tenantId, { functions: ['did-numbers.view'], needsMasking })
        : reader;
      const { data } = await server.ask('POST', '/cc/api/didNumber/v1/path', { token, body: { id } });
      return data as { says: string; isTrouble: boolean; values: Record<string, string> }[];
    },
    /** Where somebody is really sent whose number no rule names. */
    async sent() {
      const plan = await plans.inbound({ line: 'rehearsal', did: number, from: '31612345678' });
      return 'refused' in plan ? plan.refused : plan.to;
    },
  };
}
const saysOf = (lines: { says: string; values: Record<string, string> }[]) =>
  lines.map(({ says, values }) => [says, values['group'] ?? values['goal']].filter(Boolean).join(' '));

test('[CC-16] a rule that overrides a number is told at the number, and callers are really sent there', async () => {
  const { shownPath, sent, rule, sales, support } = await aNumber();
  expect(saysOf(await shownPath())).toEqual(['group Sales', 'groupEmpty Sales']);
  expect(await sent()).toEqual({ kind: 'group', groupId: sales });
  await rule({ prefix: '5255', priority: 1 });
  expect(saysOf(await shownPath())).toEqual(['rulePrefix Support', 'otherwise', 'group Sales', 'groupEmpty Sales']);
  expect(await sent()).toEqual({ kind: 'group', groupId: sales });
  await rule({ priority: 5 });
  expect(saysOf(await shownPath())).toEqual([
    'rulePrefix Support',
    'ruleEverybody Support',
    'notReached',
    'group Support',
    'groupEmpty Support',
  ]);
  expect(await sent()).toEqual({ kind: 'group', groupId: support });
});

test('[CC-16] rules of other hours and of flows nobody published are told as such, and send nobody', async () => {
  const { shownPath, sent, rule, aFlow, sales } = await aNumber();
  await rule({ hours: 'open', priority: 1 });
  await rule({ flowId: await aFlow(null), priority: 2 });
  expect(saysOf(await shownPath())).toEqual([
    'ruleLater Support',
    'ruleSkipped Reception',
    'group Sales',
    'groupEmpty Sales',
  ]);
  expect(await sent()).toEqual({ kind: 'group', groupId: sales });
});

test('[CC-16] a rule of these hours sends everybody, and the number’s own closed hours come last', async () => {
  const { shownPath, sent, rule, follow, support } = await aNumber();
  await rule({ hours: 'closed' });
  expect(saysOf(await shownPath())).toEqual(['ruleHours Support', 'notReached', 'group Support', 'groupEmpty Support']);
  expect(await sent()).toEqual({ kind: 'group', groupId: support });
  await follow();
  expect(saysOf(await shownPath())).toEqual(['ruleHours Support', 'notReached', 'closedNumber', 'voicemail']);
  expect(await sent()).toMatchObject({ kind: 'menu', menu: { keys: {}, otherwise: { kind: 'voicemail' } } });
});

test('[CC-16] somebody’s whole number in a rule has stars for those who may not see numbers', async () => {
  const { shownPath, rule } = await aNumber();
  await rule({ prefix: '525512345678' });
  expect((await shownPath())[0]!.values['callers']).toBe('525512345678');
  expect((await shownPath(true))[0]!.values['callers']).toBe('52******5678');
});

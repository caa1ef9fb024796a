import { sql } from 'kysely';
import { demoDidNumber } from '#features/voice/did-numbers/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { flowRows } from '#features/flows/flows/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Language } from '#shared/languages.ts';

const numbers: Readonly<Record<string, { number: string; country: string }>> = {
  'Aurora Travel': { number: '525550000103', country: 'MX' },
  'Borealis Bank': { number: '31205550103', country: 'NL' },
};
const remarks: Record<'number' | 'abroad' | 'all', Record<Language, string>> = {
  number: {
    'en-US': 'Answered by a flow',
    'es-MX': 'La contesta un flujo',
    'zh-CN': '由流程接听',
    'id-ID': 'Dijawab oleh alur',
  },
  abroad: {
    'en-US': 'Callers from the United States and Canada',
    'es-MX': 'Quienes llaman de Estados Unidos y Canadá',
    'zh-CN': '来自美国和加拿大的来电',
    'id-ID': 'Penelepon dari Amerika Serikat dan Kanada',
  },
  all: {
    'en-US': 'Everybody who calls this number',
    'es-MX': 'Todos los que llaman a este número',
    'zh-CN': '拨打此号码的所有人',
    'id-ID': 'Semua yang menelepon nomor ini',
  },
};

/** A number that a flow answers, so that a newcomer can call one at once: callers of one country go to a group, everybody else to the flow. */
export async function demoAllocation(tx: Tx, { tenantId, name, language, people }: DemoTenant): Promise<void> {
  const own = numbers[name];
  const { rows: flows } = await sql<{
    id: number;
  }>`select id from ${flowRows} f where tenant_id = ${tenantId} and published_version is not null order by id limit 1`.execute(
    tx.as(),
  );
  const { rows: groups } = await sql<{
    id: number;
  }>`select id from ${groupRows} g where tenant_id = ${tenantId} order by group_no, id limit 1`.execute(tx.as());
  if (!own || !flows[0]) return;
  const groupId = groups[0]?.id ?? null;
  const numberId = await demoDidNumber(tx, { tenantId, ...own, remark: remarks.number[language], groupId });
  if (numberId === null) return;
  const author = people.find(({ role }) => role === 'manager')?.userId ?? people[0]?.userId ?? null;
  if (groupId !== null) {
    await sql`
      insert into flow_allocation (tenant_id, priority, did_number_id, caller_prefix, goal_kind, group_id, remark, updated_by)
      values (${tenantId}, 10, ${numberId}, '1', 'group', ${groupId}, ${remarks.abroad[language]}, ${author}) on conflict do nothing`.execute(
      tx.as(),
    );
  }
  await sql`
    insert into flow_allocation (tenant_id, priority, did_number_id, goal_kind, flow_id, remark, updated_by)
    values (${tenantId}, 100, ${numberId}, 'flow', ${flows[0].id}, ${remarks.all[language]}, ${author}) on conflict do nothing`.execute(
    tx.as(),
  );
}

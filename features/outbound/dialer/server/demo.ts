import { sql } from 'kysely';
import { crowdNumbers } from '#core/rehearsal/crowd.ts';
import { demoCrowdCampaign } from '#features/outbound/campaigns/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import type { Language } from '#shared/languages.ts';

const words: Record<Language, { name: string; note: string; column: string; values: readonly string[] }> = {
  'en-US': {
    name: 'Anniversary offer',
    note: 'People of the rehearsal: nobody real is called, so it may run at any hour. Let agents of the group sign in with their phones, then press Go on; calls come to whoever is free.',
    column: 'Customer since',
    values: ['2019', '2021', '2023', '2025'],
  },
  'zh-CN': {
    name: '周年优惠',
    note: '名单中是演练用的虚拟客户，不会拨打真实号码，因此任何时间都可以运行。请让该组坐席登录并接通电话，然后点击“继续”；电话会转给空闲的坐席。',
    column: '成为客户年份',
    values: ['2019', '2021', '2023', '2025'],
  },
  'es-MX': {
    name: 'Oferta de aniversario',
    note: 'Son personas del ensayo: no se llama a nadie real, así que puede correr a cualquier hora. Pide a los agentes del grupo que entren con su teléfono y presiona Continuar; las llamadas llegan a quien esté libre.',
    column: 'Cliente desde',
    values: ['2019', '2021', '2023', '2025'],
  },
  'id-ID': {
    name: 'Penawaran ulang tahun',
    note: 'Ini orang-orang latihan: tidak ada nomor nyata yang ditelepon, jadi dapat berjalan kapan saja. Minta agen grup masuk dengan telepon mereka lalu tekan Lanjutkan; panggilan masuk ke agen yang bebas.',
    column: 'Pelanggan sejak',
    values: ['2019', '2021', '2023', '2025'],
  },
};

const CUSTOMERS = 200;
const CALLED = 90;

/** A predictive task over people who answer as people do. It is paused: nobody's phone rings before somebody wants it to. */
export async function demoDialer(tx: Tx, tenant: DemoTenant): Promise<void> {
  const { tenantId, language, people } = tenant;
  const { rows: groups } = await sql<{
    id: number;
  }>`select id from ${groupRows} g where tenant_id = ${tenantId} order by group_no, id limit 1`.execute(tx.as());
  const agentIds = people.filter(({ voiceSeat }) => voiceSeat).map(({ userId }) => userId);
  if (!groups[0] || agentIds.length === 0) return;
  const { name, note, column, values } = words[language];
  await demoCrowdCampaign(tx, tenant, {
    name,
    note,
    column: { title: column, values },
    numbers: crowdNumbers.slice(0, CUSTOMERS),
    called: CALLED,
    groupId: groups[0].id,
    goal: { kind: 'dialer', dispatchType: DispatchType.predictive, agentIds },
  });
}

import { sql } from 'kysely';
import type { Flow, Spoken } from '#core/flow/flow.ts';
import type { TemplateKey } from '../core/templates/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Language } from '#shared/languages.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { callersLanguage } from './begin.ts';
import { referencesOf } from './references.ts';
import { fromTemplate } from './templates.ts';

const names = {
  reception: { 'en-US': 'Reception', 'es-MX': 'Recepción', 'zh-CN': '前台接待', 'id-ID': 'Resepsionis' },
  appointment: { 'en-US': 'Appointments', 'es-MX': 'Citas', 'zh-CN': '预约', 'id-ID': 'Janji temu' },
  survey: {
    'en-US': 'Satisfaction survey',
    'es-MX': 'Encuesta de satisfacción',
    'zh-CN': '满意度调查',
    'id-ID': 'Survei kepuasan',
  },
} as const satisfies Partial<Record<TemplateKey, Record<Language, string>>>;

const attrs = [
  {
    key: 'customerName',
    type: VariableType.text,
    names: {
      'en-US': 'Customer’s name',
      'es-MX': 'Nombre del cliente',
      'zh-CN': '客户姓名',
      'id-ID': 'Nama pelanggan',
    },
  },
  {
    key: 'orderNumber',
    type: VariableType.characters,
    names: { 'en-US': 'Order number', 'es-MX': 'Número de pedido', 'zh-CN': '订单号', 'id-ID': 'Nomor pesanan' },
  },
  {
    key: 'visitDate',
    type: VariableType.date,
    names: {
      'en-US': 'Day of the visit',
      'es-MX': 'Día de la visita',
      'zh-CN': '到访日期',
      'id-ID': 'Tanggal kunjungan',
    },
  },
] as const;

/** Flows that are published and can be tried at once, and the values they know. */
export async function demoFlows(tx: Tx, { tenantId, language, people }: DemoTenant): Promise<void> {
  const { rows: groups } = await sql<{
    id: number;
  }>`select id from ${groupRows} g where tenant_id = ${tenantId} order by group_no, id limit 1`.execute(tx.as());
  const author = people.find(({ role }) => role === 'manager')?.userId ?? people[0]?.userId ?? null;
  for (const [template, called] of Object.entries(names) as [keyof typeof names, Record<Language, string>][]) {
    await published(tx, {
      tenantId,
      author,
      name: called[language],
      flow: inLanguage(fromTemplate(template, groups[0]?.id ?? null), language),
    });
  }
  for (const { key, type, names: titles } of attrs)
    await sql`insert into flow_attr (tenant_id, attr_key, name, value_type) values (${tenantId}, ${key}, ${titles[language]}, ${type}) on conflict (tenant_id, attr_key) do nothing`.execute(
      tx.as(),
    );
}

/** It begins in the language of the tenant's own callers. */
function inLanguage(flow: Flow, language: Language): Flow {
  const first = callersLanguage[language];
  return { ...flow, languages: [first, ...flow.languages.filter((one) => one !== first)] };
}

/**
 * The flow campaigns call with, published, in the language of the tenant's own callers alone. What its steps say is played by these sounds,
 * so that it needs no voice. Null: the name is taken.
 */
export async function demoOfferFlow(
  tx: Tx,
  { tenantId, language }: Pick<DemoTenant, 'tenantId' | 'language'>,
  {
    author,
    name,
    groupId,
    sounds,
  }: { author: number; name: string; groupId: number; sounds: Record<string, number | null> },
): Promise<number | null> {
  const first = callersLanguage[language];
  const template = fromTemplate('offer', groupId);
  const nodes = template.nodes.map((node) => {
    const { spoken } = node.settings as { spoken?: Spoken };
    if (!spoken) return node;
    const sound = sounds[node.id] ?? null;
    const firstSpoken = { words: { [first]: spoken.words[first] }, sounds: sound === null ? {} : { [first]: sound } };
    // What is not understood is asked again without a word of its own.
    const again = 'again' in node.settings ? { again: { words: {}, sounds: {} } } : {};
    return { ...node, settings: { ...node.settings, ...again, spoken: firstSpoken } };
  });
  return published(tx, { tenantId, author, name, flow: { ...template, languages: [first], nodes } });
}

async function published(
  tx: Tx,
  { tenantId, author, name, flow }: { tenantId: number; author: number | null; name: string; flow: Flow },
): Promise<number | null> {
  const rows = tx.as<never>();
  const { rows: made } = await sql<{ id: number }>`
    insert into flow (tenant_id, name, draft, draft_by, published_version, is_changed) values (${tenantId}, ${name}, ${JSON.stringify(flow)}::jsonb, ${author}, 1, false) on conflict (tenant_id, name) do nothing returning id`.execute(
    rows,
  );
  const id = made[0]?.id;
  if (id === undefined) return null;
  await sql`insert into flow_version (tenant_id, flow_id, version, flow, author_id) values (${tenantId}, ${id}, 1, ${JSON.stringify(flow)}::jsonb, ${author})`.execute(
    rows,
  );
  for (const { kind, id: refId } of referencesOf(flow))
    await sql`insert into flow_reference (tenant_id, flow_id, is_live, kind, ref_id) values (${tenantId}, ${id}, false, ${kind}, ${refId}), (${tenantId}, ${id}, true, ${kind}, ${refId}) on conflict do nothing`.execute(
      rows,
    );
  return id;
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Language } from '#shared/languages.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { templates } from './templates.ts';

/** What the flows of the demo are called; those that are templates begin as them. */
const names: Readonly<Record<string, Record<Language, string>>> = {
  greeting: { 'en-US': 'Greeting', 'es-MX': 'Saludo', 'zh-CN': '问候', 'id-ID': 'Salam' },
};

/** Flows that are published and can be tried at once, and the values they know. */
export async function demoFlows(tx: Tx, { tenantId, language }: DemoTenant): Promise<void> {
  for (const [template, called] of Object.entries(names)) {
    const flow = JSON.stringify(templates[template]!());
    const { rows } = await sql<{ id: number }>`
      insert into flow (tenant_id, name, draft, published_version, is_changed) values (${tenantId}, ${called[language]}, ${flow}::jsonb, 1, false) on conflict (tenant_id, name) do nothing returning id`.execute(tx.as());
    if (rows[0]) await sql`insert into flow_version (tenant_id, flow_id, version, flow) values (${tenantId}, ${rows[0].id}, 1, ${flow}::jsonb)`.execute(tx.as());
  }
  await sql`
    insert into flow_attr (tenant_id, attr_key, name, value_type) values (${tenantId}, 'customerName', 'Customer', ${VariableType.text}), (${tenantId}, 'orderNumber', 'Order', ${VariableType.characters})
    on conflict (tenant_id, attr_key) do nothing`.execute(tx.as());
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Language } from '#shared/languages.ts';

const reasons: Record<Language, readonly [string, string, string]> = {
  'zh-CN': ['骚扰电话', '收费号段', '要求一个月内不再联系'],
  'en-US': ['Crank calls', 'Premium numbers', 'Asked not to be called for a month'],
  'es-MX': ['Llamadas de broma', 'Números con costo', 'Pidió que no le llamen en un mes'],
  'id-ID': ['Telepon iseng', 'Nomor berbayar', 'Minta tidak dihubungi selama sebulan'],
};

/** A number, a shape, and a number for a month. */
export async function demoBlacklist(tx: Tx, { tenantId, language, people, nowMs }: DemoTenant): Promise<void> {
  const [crank, premium, month] = reasons[language];
  const author = people.find(({ role }) => role !== 'agent')?.userId ?? null;
  await sql`insert into blacklist_entry (tenant_id, pattern, is_shape, country, reason, scopes, expires_at, author_id, hits) values
    (${tenantId}, '525599990001', false, 'MX', ${crank}, '{call,chat,sms,task}', null, ${author}::bigint, 3),
    (${tenantId}, '1900', true, 'US', ${premium}, '{call,sms}', null, ${author}::bigint, 0),
    (${tenantId}, '6281299990002', false, 'ID', ${month}, '{call,task}', ${momentOfMs(nowMs)} + interval '30 days', ${author}::bigint, 1)`.execute(
    tx.as<never>(),
  );
}

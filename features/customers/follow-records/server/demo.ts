import { sql } from 'kysely';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { Language } from '#shared/languages.ts';

const contents: Record<Language, readonly string[]> = {
  'zh-CN': ['发送报价单', '确认付款到账', '回电讨论行程', '补充护照资料'],
  'en-US': [
    'Send the quote',
    'Check that the payment arrived',
    'Call back about the itinerary',
    'Ask for the passport data',
  ],
  'es-MX': [
    'Enviar la cotización',
    'Confirmar que llegó el pago',
    'Volver a llamar por el itinerario',
    'Pedir los datos del pasaporte',
  ],
  'id-ID': [
    'Kirim penawaran',
    'Pastikan pembayaran masuk',
    'Telepon kembali soal rencana perjalanan',
    'Minta data paspor',
  ],
};
const HOUR_MS = 3_600_000;

/** A few things for everybody: late, for today and for the days to come, and some that are done. */
export async function demoFollowRecords(
  tx: Tx,
  { tenantId, language, people, nowMs, chance }: DemoTenant,
): Promise<void> {
  const rows = tx.as<never>();
  const customers = (
    await sql<{
      id: number;
    }>`select id from ${customerRows} c where tenant_id = ${tenantId} and deleted_at is null order by id limit 60`.execute(
      rows,
    )
  ).rows;
  if (customers.length === 0) return;
  const words = contents[language];
  for (const [place, { userId }] of people.entries()) {
    for (const [index, hours] of [-26, 3, 50, -80].entries()) {
      const dueMs = nowMs + (hours + Math.floor(chance() * 4)) * HOUR_MS;
      const customer = customers[(place * 4 + index) % customers.length]!;
      await sql`insert into follow_record (tenant_id, customer_id, content, author_id, created_at, due_at, assignee_id, done_at, reminded_at)
        values (${tenantId}, ${customer.id}, ${words[index]}, ${userId}, ${momentOfMs(nowMs - 100 * HOUR_MS)}, ${momentOfMs(dueMs)}, ${userId},
          ${index === 3 ? momentOfMs(dueMs) : sql`null`}, ${momentOfMs(dueMs)})`.execute(rows);
    }
  }
}

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { costOf } from '../core/price.ts';
import { sizeOf } from '#core/sms/segments.ts';
import { fillTemplate } from '../core/template.ts';
import { bookPast, currencyOfDemo } from '#features/money/ledger/server/index.ts';
import { e4OfMinor, minorDigits } from '#core/money/money.ts';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { languages, type Language } from '#shared/languages.ts';
import { maskedValues } from './compose.ts';

const templates: Record<Language, readonly (readonly [string, string])[]> = {
  'zh-CN': [
    ['预约确认', '{firstName|您好}，您的预约已确认。{companyName}（{agentName}）。回复TD退订。'],
    ['未接来电', '您好，{companyName}刚才致电未能联系到您，我们会再次联系。回复TD退订。'],
  ],
  'en-US': [
    [
      'Booking confirmed',
      'Hello {firstName|there}, your booking is confirmed. {agentName} ({companyName}). Reply STOP to end messages.',
    ],
    ['We missed you', '{companyName} tried to reach you. We will call again soon. Reply STOP to end messages.'],
  ],
  'es-MX': [
    [
      'Reserva confirmada',
      'Hola {firstName|buen día}, su reserva quedó confirmada. {agentName} ({companyName}). Responda BAJA para no recibir más mensajes.',
    ],
    [
      'Le llamamos',
      '{companyName} le llamó y no pudo comunicarse. Volveremos a intentarlo. Responda BAJA para no recibir más mensajes.',
    ],
  ],
  'id-ID': [
    [
      'Pesanan dikonfirmasi',
      'Halo {firstName|Bapak/Ibu}, pesanan Anda sudah dikonfirmasi. {agentName} ({companyName}). Balas BERHENTI untuk berhenti.',
    ],
    [
      'Kami menelepon Anda',
      '{companyName} mencoba menghubungi Anda. Kami akan menelepon lagi. Balas BERHENTI untuk berhenti.',
    ],
  ],
};
const answers: Record<Language, readonly string[]> = {
  'zh-CN': ['好的，谢谢！', '可以改到周五吗？'],
  'en-US': ['Thank you!', 'Can we make it Friday?'],
  'es-MX': ['¡Gracias!', '¿Puede ser el viernes?'],
  'id-ID': ['Terima kasih!', 'Bisa hari Jumat?'],
};

/** Ten-thousandths of a dollar a part. */
const prices: Record<string, number> = {
  MX: 350,
  US: 80,
  CA: 80,
  ID: 420,
  CN: 300,
  SG: 480,
  ES: 600,
  GB: 500,
  IN: 90,
  BR: 250,
  CO: 120,
  AR: 700,
  DE: 900,
  FR: 700,
};
const HISTORY = 24;
const HOUR_MS = 3_600_000;

/** A carrier that is only rehearsed, countries with prices, two approved templates in each language, and three weeks of messages. */
export async function demoSms(
  tx: Tx,
  { tenantId, language, name: company, people, nowMs, chance }: DemoTenant,
): Promise<void> {
  const rows = tx.as<never>();
  const currency = (await currencyOfDemo(tx, tenantId)) ?? 'USD';
  await sql`insert into sms_provider (tenant_id, kind, hook_key) values (${tenantId}, 'outbox', ${randomBytes(24).toString('base64url')})`.execute(
    rows,
  );
  await sql`insert into sms_country (tenant_id, iso2) select ${tenantId}, iso2 from unnest(${Object.keys(prices)}::text[]) iso2`.execute(
    rows,
  );
  const ids = new Map<string, number>();
  for (const one of languages) {
    for (const [name, content] of templates[one]) {
      const { rows: added } = await sql<{
        id: number;
      }>`insert into sms_template (tenant_id, name, content, language, state) values (${tenantId}, ${name}, ${content}, ${one}, 'approved') returning id`.execute(
        rows,
      );
      ids.set(name, added[0]!.id);
    }
  }
  const { rows: customers } = await sql<{
    id: number;
    fullName: string;
    firstName: string;
    number: string;
    iso2: string;
  }>`
    select id, full_name "fullName", first_name "firstName", phones[1] number, phone_countries[1] iso2 from ${customerRows} c where tenant_id = ${tenantId} and deleted_at is null and phone_countries[1] = any(${Object.keys(prices)}::text[]) order by id limit ${HISTORY}`.execute(
    rows,
  );
  const agents = people.filter(({ voiceSeat }) => voiceSeat);
  for (const [place, { id, fullName, firstName, number, iso2 }] of customers.entries()) {
    const agent = agents[place % Math.max(1, agents.length)];
    if (!agent) break;
    const [name, content] = templates[language][place % 2]!;
    const values = {
      customerName: fullName,
      firstName: firstName || (fullName.split(' ')[0] ?? ''),
      agentName: agent.name,
      companyName: company,
    };
    const text = fillTemplate(content, values).text;
    const { segments } = sizeOf(text);
    const state = place % 9 === 4 ? 'notDelivered' : place % 11 === 7 ? 'failed' : 'delivered';
    const atMs = nowMs - (place + 1) * 19 * HOUR_MS - Math.floor(chance() * HOUR_MS);
    const costMinor = costOf({ segments, priceE4: prices[iso2] ?? 350, minorDigits: minorDigits(currency) });
    const { rows: sent } = await sql<{
      id: number;
    }>`insert into sms_message (tenant_id, direction, number, iso2, customer_id, user_id, template_id, template_name, content, masked_content, segments, state, reason, tries, cost_minor, currency, given_back, provider, ref, at, sent_at, ended_at)
      values (${tenantId}, 'outbound', ${number}, ${iso2}, ${id}, ${agent.userId}, ${ids.get(name)!}, ${name}, ${text}, ${fillTemplate(content, maskedValues(values)).text}, ${segments}, ${state}, ${state === 'delivered' ? '' : 'rehearsed'}, 1, ${costMinor}, ${currency}, ${state === 'failed'}, 'outbox', ${`demo-${tenantId}-${place}`},
        ${momentOfMs(atMs)}, ${momentOfMs(atMs + 1_000)}, ${momentOfMs(atMs + 4_000)}) returning id`.execute(rows);
    const paid = { amountE4: e4OfMinor(costMinor, currency), ref: String(sent[0]!.id) };
    await bookPast(tx, tenantId, { ...paid, kind: 'sms', detail: { country: iso2, parts: segments }, atMs });
    if (state === 'failed') await bookPast(tx, tenantId, { ...paid, kind: 'smsBack', atMs: atMs + 4_000 });
    if (state !== 'delivered' || place % 4 !== 1) continue;
    const answer = answers[language][place % 2]!;
    const answerAt = momentOfMs(atMs + 9 * 60_000);
    await sql`insert into sms_message (tenant_id, direction, number, iso2, customer_id, user_id, content, masked_content, state, ref, at, ended_at)
      values (${tenantId}, 'inbound', ${number}, ${iso2}, ${id}, ${agent.userId}, ${answer}, ${answer}, 'received', ${`demo-${tenantId}-${place}-answer`}, ${answerAt}, ${answerAt})`.execute(
      rows,
    );
  }
}

import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Language } from '#shared/languages.ts';

const words: Record<
  Language,
  { birthday: string; seat: string; seats: readonly string[]; budget: string; currency: string }
> = {
  'zh-CN': { birthday: '生日', seat: '座位偏好', seats: ['靠窗', '靠过道'], budget: '旅行预算', currency: 'CNY' },
  'en-US': { birthday: 'Birthday', seat: 'Seat', seats: ['Window', 'Aisle'], budget: 'Travel budget', currency: 'USD' },
  'es-MX': {
    birthday: 'Cumpleaños',
    seat: 'Asiento',
    seats: ['Ventana', 'Pasillo'],
    budget: 'Presupuesto de viaje',
    currency: 'MXN',
  },
  'id-ID': {
    birthday: 'Ulang tahun',
    seat: 'Kursi',
    seats: ['Jendela', 'Lorong'],
    budget: 'Anggaran perjalanan',
    currency: 'IDR',
  },
};

/** A date, a choice and a price that a travel agency asks for. */
export async function demoFields(tx: Tx, { tenantId, language }: DemoTenant): Promise<void> {
  const { birthday, seat, seats, budget, currency } = words[language];
  await sql`insert into custom_field (tenant_id, name, type, options, currency, format, masked) values
    (${tenantId}, ${birthday}, ${VariableType.date}, '{}', null, ${String(DateFormat.yearFirst)}, true),
    (${tenantId}, ${seat}, ${VariableType.choice}, ${seats}::text[], null, '', false),
    (${tenantId}, ${budget}, ${VariableType.price}, '{}', ${currency}, '', false)`.execute(tx.as<never>());
}

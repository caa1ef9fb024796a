import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { MarkColour } from '#shared/codes/mark-colour.ts';
import type { Language } from '#shared/languages.ts';
import type { TaggedCustomers } from './tagged-customers.ts';

const words: Record<Language, readonly { group: string; tags: readonly (readonly [string, MarkColour])[] }[]> = {
  'zh-CN': [
    {
      group: '客户价值',
      tags: [
        ['重要客户', 'amber'],
        ['常旅客', 'blue'],
        ['新客户', 'green'],
      ],
    },
    {
      group: '意向',
      tags: [
        ['询价', 'violet'],
        ['待付款', 'amber'],
        ['已流失', 'grey'],
      ],
    },
    {
      group: '服务',
      tags: [
        ['投诉', 'red'],
        ['需中文服务', 'blue'],
      ],
    },
  ],
  'en-US': [
    {
      group: 'Worth',
      tags: [
        ['VIP', 'amber'],
        ['Regular', 'blue'],
        ['New', 'green'],
      ],
    },
    {
      group: 'Interest',
      tags: [
        ['Quote asked', 'violet'],
        ['Payment open', 'amber'],
        ['Lost', 'grey'],
      ],
    },
    {
      group: 'Service',
      tags: [
        ['Complaint', 'red'],
        ['Speaks Dutch', 'blue'],
      ],
    },
  ],
  'es-MX': [
    {
      group: 'Valor',
      tags: [
        ['VIP', 'amber'],
        ['Frecuente', 'blue'],
        ['Nuevo', 'green'],
      ],
    },
    {
      group: 'Interés',
      tags: [
        ['Pidió cotización', 'violet'],
        ['Pago pendiente', 'amber'],
        ['Perdido', 'grey'],
      ],
    },
    {
      group: 'Servicio',
      tags: [
        ['Queja', 'red'],
        ['Habla inglés', 'blue'],
      ],
    },
  ],
  'id-ID': [
    {
      group: 'Nilai',
      tags: [
        ['VIP', 'amber'],
        ['Pelanggan tetap', 'blue'],
        ['Baru', 'green'],
      ],
    },
    {
      group: 'Minat',
      tags: [
        ['Minta penawaran', 'violet'],
        ['Belum bayar', 'amber'],
        ['Hilang', 'grey'],
      ],
    },
    {
      group: 'Layanan',
      tags: [
        ['Keluhan', 'red'],
        ['Berbahasa Inggris', 'blue'],
      ],
    },
  ],
};

/** Three groups with eight tags, and tags on customers that are there. */
export const demoTags =
  (customers: Pick<TaggedCustomers, 'tagDemo'>) =>
  async (tx: Tx, { tenantId, language }: DemoTenant): Promise<void> => {
    const rows = tx.as<never>();
    let position = 0;
    for (const [place, { group, tags }] of words[language].entries()) {
      const { rows: made } = await sql<{
        id: number;
      }>`insert into tag_group (tenant_id, name, position) values (${tenantId}, ${group}, ${place + 1}) returning id`.execute(
        rows,
      );
      for (const [name, colour] of tags)
        await sql`insert into tag (tenant_id, name, colour, group_id, position) values (${tenantId}, ${name}, ${colour}, ${made[0]!.id}, ${(position += 1)})`.execute(
          rows,
        );
    }
    // Every seventh tag or so, in no order anybody would see.
    await customers.tagDemo(
      tx,
      tenantId,
      sql`(select array_agg(t.id order by t.id) from tag t where t.tenant_id = c.tenant_id and abs(hashint8(t.id * 7919 + c.id)::bigint) % 7 = 0)`,
    );
  };

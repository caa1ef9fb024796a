import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CarrierKind } from '#core/chat/carrier.port.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';

export interface AccountRow {
  id: number;
  tenant_id: number;
  key: string;
  kind: CarrierKind;
  name: string;
  group_id: number;
  group_name: string;
  enabled: boolean;
  settings: Record<string, unknown>;
  secret: Buffer | null;
  version: number;
  contact_at: string | null;
  problem: string;
}

const columns = sql`c.id, c.tenant_id, c.key, c.kind, c.name, c.group_id, g.name group_name, c.enabled, c.settings, c.secret, c.version, c.contact_at, c.problem`;
const from = sql`from chat_channel c join agent_group g on g.id = c.group_id`;
const CONTACT_EVERY = sql.lit('1 minute');

/** Said whenever an account changed: every process opens it anew. The payload is `<tenant> <channel>`. */
export const ACCOUNTS_CHANGED = 'chat_carrier';

export async function accountByKey(tx: Tx, key: string): Promise<AccountRow | null> {
  return (
    (
      await sql<AccountRow>`select ${columns} ${from} where c.key = ${key} and c.enabled and c.kind <> 'web'`.execute(
        tx.as(),
      )
    ).rows[0] ?? null
  );
}

export async function everyEnabled(tx: Tx): Promise<AccountRow[]> {
  return (
    await sql<AccountRow>`select ${columns} ${from} where c.enabled and c.kind <> 'web' order by c.id`.execute(tx.as())
  ).rows;
}

/** Accounts of one tenant: the channels that carriers serve. */
export function accountsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const told = (id: number) => sql`select pg_notify(${ACCOUNTS_CHANGED}, ${`${tx.tenantId} ${id}`})`.execute(rows);
  return {
    all: async () =>
      (await sql<AccountRow>`select ${columns} ${from} where c.kind <> 'web' order by c.name, c.id`.execute(rows)).rows,
    find: async (id: number) =>
      (await sql<AccountRow>`select ${columns} ${from} where c.id = ${id} and c.kind <> 'web'`.execute(rows)).rows[0] ??
      null,
    hasGroup: async (groupId: number) =>
      (await sql`select from agent_group where id = ${groupId}`.execute(rows)).rows.length > 0,

    async add(
      kind: CarrierKind,
      fields: { name: string; groupId: number; enabled: boolean; settings: object; windowHours: number | null },
      seal: (id: number) => Promise<Buffer>,
    ): Promise<number> {
      const key = `${kind === 'whatsapp' ? 'wa' : 'mail'}-${randomBytes(12).toString('hex')}`;
      const { rows: added } = await sql<{ id: number }>`
        insert into chat_channel (key, kind, name, group_id, enabled, settings, window_hours) values (${key}, ${kind}, ${fields.name}, ${fields.groupId}, ${fields.enabled}, ${JSON.stringify(fields.settings)}::jsonb, ${fields.windowHours}) returning id`.execute(
        rows,
      );
      const { id } = added[0]!;
      await sql`update chat_channel set secret = ${await seal(id)} where id = ${id}`.execute(rows);
      await told(id);
      return id;
    },

    async update(
      id: number,
      version: number,
      fields: { name: string; groupId: number; enabled: boolean; settings: object; secret: Buffer },
    ): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update chat_channel set name = ${fields.name}, group_id = ${fields.groupId}, enabled = ${fields.enabled}, settings = ${JSON.stringify(fields.settings)}::jsonb, secret = ${fields.secret}, problem = '', version = version + 1
        where id = ${id} and version = ${version} and kind <> 'web'`.execute(rows);
      if (numAffectedRows !== 1n) return false;
      await told(id);
      return true;
    },

    isUsed: async (id: number) =>
      (await sql`select from chat_visitor where channel_id = ${id} limit 1`.execute(rows)).rows.length > 0,
    async remove(id: number): Promise<void> {
      await sql`delete from chat_channel where id = ${id} and kind <> 'web'`.execute(rows);
      await told(id);
    },

    async keepTemplates(id: number, templates: readonly object[]): Promise<void> {
      await sql`update chat_channel set settings = settings || jsonb_build_object('templates', ${JSON.stringify(templates)}::jsonb), version = version + 1 where id = ${id} and kind <> 'web'`.execute(
        rows,
      );
      await told(id);
    },

    /** Written when something is new, else now and then. */
    async contact(id: number, problem: string): Promise<void> {
      await sql`update chat_channel set contact_at = now(), problem = ${problem} where id = ${id} and (problem <> ${problem} or contact_at is null or contact_at < now() - interval ${CONTACT_EVERY})`.execute(
        rows,
      );
    },

    /** Reading works; what sending complained about is not settled by that. */
    async reads(id: number): Promise<void> {
      const left = sql`case when starts_with(problem, 'smtp') then problem else '' end`;
      await sql`update chat_channel set contact_at = now(), problem = ${left} where id = ${id} and (problem <> ${left} or contact_at is null or contact_at < now() - interval ${CONTACT_EVERY})`.execute(
        rows,
      );
    },
  };
}

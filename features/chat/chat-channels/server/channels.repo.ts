import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { WebSettings, type ChatChannel } from '../contract.ts';

export interface ChannelRow {
  id: number;
  tenant_id: number;
  key: string;
  kind: ChatChannel['kind'];
  name: string;
  group_id: number;
  group_name: string;
  enabled: boolean;
  settings: unknown;
  /** Renewed with every secret that is given out; the secret itself is not kept. */
  secret: Buffer | null;
  version: number;
}

const columns = sql`c.id, c.tenant_id, c.key, c.kind, c.name, c.group_id, g.name group_name, c.enabled, c.settings, c.secret, c.version`;

/** Settings as today's code knows them: what was stored before a setting existed has its default. */
export const settingsOf = ({ settings }: Pick<ChannelRow, 'settings'>): WebSettings =>
  WebSettings.parse(settings ?? {});

export const shownChannel = (row: ChannelRow): ChatChannel => ({
  id: row.id,
  key: row.key,
  kind: row.kind,
  name: row.name,
  group_id: row.group_id,
  group_name: row.group_name,
  enabled: row.enabled,
  settings: settingsOf(row),
  has_secret: row.secret !== null,
  version: row.version,
});

/** A channel by the name the world knows it by, in whatever tenant; with how the company calls itself. */
export async function channelByKey(tx: Tx, key: string): Promise<(ChannelRow & { company: string }) | null> {
  const { rows } = await sql<ChannelRow & { company: string }>`
    select ${columns}, t.name company from chat_channel c join agent_group g on g.id = c.group_id join tenant t on t.id = c.tenant_id
    where c.key = ${key} and c.enabled and c.kind = 'web'`.execute(tx.as());
  return rows[0] ?? null;
}

export type ChannelFields = {
  name: string;
  key?: string | undefined;
  group_id: number;
  enabled: boolean;
  settings: WebSettings;
};

/** Channels of one tenant. */
export function channelsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    all: async () =>
      (
        await sql<ChannelRow>`select ${columns} from chat_channel c join agent_group g on g.id = c.group_id order by c.name, c.id`.execute(
          rows,
        )
      ).rows,
    find: async (id: number) =>
      (
        await sql<ChannelRow>`select ${columns} from chat_channel c join agent_group g on g.id = c.group_id where c.id = ${id}`.execute(
          rows,
        )
      ).rows[0] ?? null,
    hasGroup: async (groupId: number) =>
      (await sql`select from agent_group where id = ${groupId}`.execute(rows)).rows.length > 0,
    async add({ name, key, group_id, enabled, settings }: ChannelFields): Promise<number> {
      const chosen = key ?? `${slug(name)}-${randomBytes(3).toString('hex')}`;
      const { rows: added } = await sql<{
        id: number;
      }>`insert into chat_channel (key, kind, name, group_id, enabled, settings) values (${chosen}, 'web', ${name}, ${group_id}, ${enabled}, ${JSON.stringify(settings)}::jsonb) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    async update(
      id: number,
      version: number,
      { name, key, group_id, enabled, settings }: ChannelFields,
    ): Promise<boolean> {
      const { numAffectedRows } =
        await sql`update chat_channel set name = ${name}, key = coalesce(${key ?? null}, key), group_id = ${group_id}, enabled = ${enabled}, settings = ${JSON.stringify(settings)}::jsonb, version = version + 1 where id = ${id} and version = ${version}`.execute(
          rows,
        );
      return numAffectedRows === 1n;
    },
    async renewSecret(id: number): Promise<Buffer | null> {
      const { rows: found } = await sql<{
        secret: Buffer;
      }>`update chat_channel set secret = ${randomBytes(16)}, version = version + 1 where id = ${id} and kind = 'web' returning secret`.execute(
        rows,
      );
      return found[0]?.secret ?? null;
    },
    isUsed: async (id: number) =>
      (await sql`select from chat_visitor where channel_id = ${id} limit 1`.execute(rows)).rows.length > 0,
    remove: async (id: number) =>
      (await sql`delete from chat_channel where id = ${id}`.execute(rows)).numAffectedRows === 1n,
  };
}

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'chat';

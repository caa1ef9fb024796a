import { sql, type RawBuilder } from 'kysely';
import type { CarrierKind } from '#core/chat/carrier.port.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';

/** A channel by which people write to a tenant, with the group that answers. */
export interface ChannelRow {
  id: number;
  tenant_id: number;
  key: string;
  kind: 'web' | CarrierKind;
  name: string;
  group_id: number;
  group_name: string;
  enabled: boolean;
  settings: unknown;
  secret: Buffer | null;
  version: number;
  /** When its carrier last answered, and what is wrong with it. */
  contact_at: string | null;
  problem: string;
  company: string;
}

/** What a channel is made with; a page or a carrier gives it the rest. */
export interface ChannelWish {
  name: string;
  groupId: number;
  enabled: boolean;
  settings: object;
}

/** `web`: pages of the tenant's own site; `carried`: those that carriers serve. */
export type ChannelSort = 'web' | 'carried';

const isOf = (sort: ChannelSort): RawBuilder<unknown> => (sort === 'web' ? sql`kind = 'web'` : sql`kind <> 'web'`);
const CONTACT_EVERY = sql.lit('1 minute');

/** Channels by a condition on `c`, in whatever tenants the transaction sees. */
export async function channelsWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select c.id, c.tenant_id, c.key, c.kind, c.name, c.group_id, g.name group_name, c.enabled, c.settings, c.secret, c.version, c.contact_at, c.problem, t.name company
    from chat_channel c join ${groupRows} g on g.id = c.group_id join tenant t on t.id = c.tenant_id where ${condition}`.execute(
    tx.as(),
  );
  return rows;
}

/** What is done with the channels of one tenant. */
export function channelBook(tx: TenantTx) {
  const rows = tx.as<never>();
  const settingsOf = ({ settings }: ChannelWish): RawBuilder<unknown> => sql`${JSON.stringify(settings)}::jsonb`;
  return {
    async add(
      wish: ChannelWish & { key: string; kind: ChannelRow['kind']; windowHours: number | null },
    ): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into chat_channel (key, kind, name, group_id, enabled, settings, window_hours) values (${wish.key}, ${wish.kind}, ${wish.name}, ${wish.groupId}, ${wish.enabled}, ${settingsOf(wish)}, ${wish.windowHours}) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },

    /** False when somebody else changed it meanwhile. */
    async change(id: number, version: number, wish: ChannelWish & { key: string | null }): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update chat_channel set name = ${wish.name}, key = coalesce(${wish.key}, key), group_id = ${wish.groupId}, enabled = ${wish.enabled}, settings = ${settingsOf(wish)}, version = version + 1
        where id = ${id} and version = ${version}`.execute(rows);
      return numAffectedRows === 1n;
    },

    /** With what opens it; what was wrong may be right now. */
    async changeCarried(id: number, version: number, wish: ChannelWish & { secret: Buffer }): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update chat_channel set name = ${wish.name}, group_id = ${wish.groupId}, enabled = ${wish.enabled}, settings = ${settingsOf(wish)}, secret = ${wish.secret}, problem = '', version = version + 1
        where id = ${id} and version = ${version} and ${isOf('carried')}`.execute(rows);
      return numAffectedRows === 1n;
    },

    async keepSecret(id: number, secret: Buffer): Promise<void> {
      await sql`update chat_channel set secret = ${secret} where id = ${id}`.execute(rows);
    },

    /** A new secret of a web channel; false where there is none. */
    async renewSecret(id: number, secret: Buffer): Promise<boolean> {
      const { numAffectedRows } =
        await sql`update chat_channel set secret = ${secret}, version = version + 1 where id = ${id} and ${isOf('web')}`.execute(
          rows,
        );
      return numAffectedRows === 1n;
    },

    async keepTemplates(id: number, templates: readonly object[]): Promise<void> {
      await sql`update chat_channel set settings = settings || jsonb_build_object('templates', ${JSON.stringify(templates)}::jsonb), version = version + 1 where id = ${id} and ${isOf('carried')}`.execute(
        rows,
      );
    },

    /** The carrier answered. Written when something is new, else now and then; `problem` is SQL on the channel. */
    async noteContact(id: number, problem: RawBuilder<unknown>): Promise<void> {
      await sql`update chat_channel set contact_at = now(), problem = ${problem} where id = ${id} and (problem <> ${problem} or contact_at is null or contact_at < now() - interval ${CONTACT_EVERY})`.execute(
        rows,
      );
    },

    /** Whether anybody ever wrote by it. */
    isUsed: async (id: number): Promise<boolean> =>
      (await sql`select from chat_visitor where channel_id = ${id} limit 1`.execute(rows)).rows.length > 0,

    remove: async (id: number, sort?: ChannelSort): Promise<boolean> =>
      (await sql`delete from chat_channel where id = ${id} and ${sort ? isOf(sort) : sql`true`}`.execute(rows))
        .numAffectedRows === 1n,
  };
}

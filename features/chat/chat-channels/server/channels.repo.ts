import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { channelBook, channelsWhere, type ChannelRow } from '#features/chat/chat/server/index.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { WebSettings, type ChatChannel } from '../contract.ts';

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
export const channelByKey = async (tx: Tx, key: string): Promise<ChannelRow | null> =>
  (await channelsWhere(tx, sql`c.key = ${key} and c.enabled and c.kind = 'web' and t.state = 'active'`))[0] ?? null;

export type ChannelFields = {
  name: string;
  key?: string | undefined;
  group_id: number;
  enabled: boolean;
  settings: WebSettings;
};

/** Channels of one tenant. */
export function channelsRepo(tx: TenantTx) {
  const channels = channelBook(tx);
  return {
    all: () => channelsWhere(tx, sql`true order by c.name, c.id`),
    find: async (id: number) => (await channelsWhere(tx, sql`c.id = ${id}`))[0] ?? null,
    add: ({ key, group_id: groupId, ...fields }: ChannelFields): Promise<number> =>
      channels.add({
        ...fields,
        groupId,
        kind: 'web',
        key: key ?? `${slug(fields.name)}-${randomBytes(3).toString('hex')}`,
        windowHours: null,
      }),
    update: (id: number, version: number, { key, group_id: groupId, ...fields }: ChannelFields): Promise<boolean> =>
      channels.change(id, version, { ...fields, key: key ?? null, groupId }),
    /** Renewed with every secret that is given out; the secret itself is not kept. */
    async renewSecret(id: number): Promise<Buffer | null> {
      const secret = randomBytes(16);
      return (await channels.renewSecret(id, secret)) ? secret : null;
    },
    isUsed: channels.isUsed,
    remove: (id: number) => channels.remove(id),
  };
}

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'chat';

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CarrierKind } from '#core/chat/carrier.port.ts';
import { channelBook, channelsWhere, type ChannelRow, type ChannelWish } from '#features/chat/chat/server/index.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';

export interface ChatAccountRow extends Omit<ChannelRow, 'kind' | 'settings' | 'company'> {
  kind: CarrierKind;
  settings: Record<string, unknown>;
}

/** Said whenever an account changed: every process opens it anew. The payload is `<tenant> <channel>`. */
export const ACCOUNTS_CHANGED = 'chat_carrier';

const accountsWhere = async (tx: Tx, condition: ReturnType<typeof sql>): Promise<ChatAccountRow[]> =>
  (await channelsWhere(tx, sql`c.kind <> 'web' and ${condition}`)) as ChatAccountRow[];

export const accountByKey = async (tx: Tx, key: string): Promise<ChatAccountRow | null> =>
  (await accountsWhere(tx, sql`c.key = ${key} and c.enabled`))[0] ?? null;

export const everyEnabled = (tx: Tx): Promise<ChatAccountRow[]> => accountsWhere(tx, sql`c.enabled order by c.id`);

/** Accounts of one tenant: the channels that carriers serve. */
export function accountsRepo(tx: TenantTx) {
  const channels = channelBook(tx);
  const announceChange = (id: number) =>
    sql`select pg_notify(${ACCOUNTS_CHANGED}, ${`${tx.tenantId} ${id}`})`.execute(tx.as());
  return {
    all: () => accountsWhere(tx, sql`true order by c.name, c.id`),
    find: async (id: number) => (await accountsWhere(tx, sql`c.id = ${id}`))[0] ?? null,

    async add(
      kind: CarrierKind,
      wish: ChannelWish & { windowHours: number | null },
      seal: (id: number) => Promise<Buffer>,
    ): Promise<number> {
      const key = `${kind === 'whatsapp' ? 'wa' : 'mail'}-${randomBytes(12).toString('hex')}`;
      const id = await channels.add({ ...wish, key, kind });
      await channels.keepSecret(id, await seal(id));
      await announceChange(id);
      return id;
    },

    async update(id: number, version: number, wish: ChannelWish & { secret: Buffer }): Promise<boolean> {
      if (!(await channels.changeCarried(id, version, wish))) return false;
      await announceChange(id);
      return true;
    },

    isUsed: channels.isUsed,
    async remove(id: number): Promise<void> {
      await channels.remove(id, 'carried');
      await announceChange(id);
    },

    async keepTemplates(id: number, templates: readonly object[]): Promise<void> {
      await channels.keepTemplates(id, templates);
      await announceChange(id);
    },

    contact: (id: number, problem: string): Promise<void> => channels.noteContact(id, sql`${problem}`),

    /** Reading works; what sending complained about is not settled by that. */
    reads: (id: number): Promise<void> =>
      channels.noteContact(id, sql`case when starts_with(problem, 'smtp') then problem else '' end`),
  };
}

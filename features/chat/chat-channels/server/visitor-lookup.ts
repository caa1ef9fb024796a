import type { ChannelRow } from '#features/chat/chat/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import { channelByKey } from './channels.repo.ts';
import { visitorOf, type KnownVisitor } from './visitors.ts';

/** The channel a page of ours is for. */
export async function channelOf(db: Db, key: string): Promise<ChannelRow> {
  const channel = await db.everyTenant('a page of ours, before its tenant is known', (tx) => channelByKey(tx, key));
  if (!channel) throw new Failure('notFound');
  return channel;
}

/** Who holds this token; null: nobody. */
export const findHolder = (db: Db, token: string): Promise<KnownVisitor | null> =>
  db.everyTenant('a token belongs to no tenant yet', (tx) => visitorOf(tx, token));

/** The same where nobody is not enough. */
export async function holderOf(db: Db, token: string): Promise<KnownVisitor> {
  const visitor = await findHolder(db, token);
  if (!visitor) throw new Failure('notFound');
  return visitor;
}

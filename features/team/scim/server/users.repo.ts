import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { UserFilter } from '../core/filter.ts';

/** A member as the provider knows them. */
export interface KnownUser {
  userId: number;
  email: string;
  nickName: string;
  enabled: boolean;
  joinedAt: string;
  externalId: string | null;
  displayName: string | null;
  givenName: string | null;
  familyName: string | null;
  isShut: boolean;
  isGone: boolean;
  updatedAt: string;
}

/** What is kept of the provider's word beside the member. */
export type KeptWord = Pick<KnownUser, 'externalId' | 'displayName' | 'givenName' | 'familyName' | 'isShut' | 'isGone'>;

/** Members with an address in the company's domains: of others its provider learns nothing. */
export function usersRepo(tx: TenantTx, domains: readonly string[]) {
  const rows = tx.as<never>();
  const from = sql`from member m join member_account a on a.user_id = m.user_id left join scim_user s on s.user_id = m.user_id`;
  const columns = sql`m.user_id "userId", a.email, m.nick_name "nickName", m.enabled, m.joined_at "joinedAt", s.external_id "externalId", s.display_name "displayName",
    s.given_name "givenName", s.family_name "familyName", coalesce(s.is_shut, false) "isShut", coalesce(s.is_gone and not m.enabled, false) "isGone", coalesce(s.updated_at, m.joined_at) "updatedAt"`;
  const theirs = sql`lower(split_part(a.email, '@', 2)) = any(${domains})`;
  // Whom somebody here let in again is there again.
  const isThere = sql`not coalesce(s.is_gone and not m.enabled, false)`;
  const one = async (condition: ReturnType<typeof sql>): Promise<KnownUser | null> =>
    (await sql<KnownUser>`select ${columns} ${from} where ${theirs} and ${condition}`.execute(rows)).rows[0] ?? null;

  return {
    find: (userId: number): Promise<KnownUser | null> => one(sql`${isThere} and m.user_id = ${userId}`),
    /** Changes of one member come one after another: providers send several at once, and each says only a part. */
    hold: (userId: number) =>
      sql`select pg_advisory_xact_lock(hashtextextended(${`scim ${tx.tenantId} ${userId}`}, 0))`.execute(rows),
    /** Also who was deleted. */
    withAddress: (email: string): Promise<KnownUser | null> => one(sql`lower(a.email) = ${email}`),

    async page(
      filter: UserFilter | null,
      { from: skipped, size }: { from: number; size: number },
    ): Promise<{ list: KnownUser[]; total: number }> {
      const where = sql`where ${theirs} and ${isThere} and ${matching(filter)}`;
      const { rows: counted } = await sql<{ total: number }>`select count(*) total ${from} ${where}`.execute(rows);
      const { rows: list } = await sql<KnownUser>`
        select ${columns} ${from} ${where} order by m.user_id limit ${size} offset ${skipped}`.execute(rows);
      return { list, total: counted[0]!.total };
    },

    async keep(userId: number, word: KeptWord): Promise<void> {
      const { externalId, displayName, givenName, familyName, isShut, isGone } = word;
      await sql`
        insert into scim_user (user_id, external_id, display_name, given_name, family_name, is_shut, is_gone)
        values (${userId}, ${externalId}, ${displayName}, ${givenName}, ${familyName}, ${isShut}, ${isGone})
        on conflict (tenant_id, user_id) do update set external_id = excluded.external_id, display_name = excluded.display_name, given_name = excluded.given_name,
          family_name = excluded.family_name, is_shut = excluded.is_shut, is_gone = excluded.is_gone, updated_at = now()`.execute(
        rows,
      );
    },
  };
}

function matching(filter: UserFilter | null) {
  if (!filter) return sql`true`;
  const { by, value } = filter;
  if (by === 'userName') return sql`lower(a.email) = ${value.toLowerCase()}`;
  return by === 'externalId' ? sql`s.external_id = ${value}` : sql`m.user_id::text = ${value}`;
}

import { sql } from 'kysely';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { KeptTarget } from '../contract.ts';

/** A colleague or a group. */
export type TargetId = { userId: number } | { groupId: number };

/** Whom a person starred or gave a call last. */
export function transferTargetsRepo(tx: TenantTx, userId: number) {
  const rows = tx.as<never>();
  const columnOf = (target: TargetId) => sql.ref('userId' in target ? 'colleague_id' : 'group_id');
  const idOf = (target: TargetId) => ('userId' in target ? target.userId : target.groupId);
  return {
    /** Those they gave a call last come first. */
    async kept(): Promise<KeptTarget[]> {
      const found = await sql<KeptTarget>`
        select colleague_id "userId", group_id "groupId", is_starred "isStarred", used_at "usedAt"
        from transfer_target where user_id = ${userId} and (is_starred or used_at is not null)
        order by used_at desc nulls last, colleague_id, group_id`.execute(rows);
      return found.rows;
    },
    /** Of a colleague with a phone; null for anybody else. */
    async nameOf(colleagueId: number): Promise<string | null> {
      const found = await sql<{ name: string }>`
        select m.nick_name name from member m join ${agentRows} a on a.user_id = m.user_id
        where m.user_id = ${colleagueId} and m.enabled`.execute(rows);
      return found.rows[0]?.name ?? null;
    },
    async star(target: TargetId, isStarred: boolean): Promise<void> {
      const column = columnOf(target);
      await sql`insert into transfer_target (user_id, ${column}, is_starred) values (${userId}, ${idOf(target)}, ${isStarred})
        on conflict (tenant_id, user_id, ${column}) do update set is_starred = excluded.is_starred`.execute(rows);
    },
    async used(target: TargetId): Promise<void> {
      const column = columnOf(target);
      await sql`insert into transfer_target (user_id, ${column}, used_at) values (${userId}, ${idOf(target)}, now())
        on conflict (tenant_id, user_id, ${column}) do update set used_at = excluded.used_at`.execute(rows);
    },
  };
}

import { sql, type RawBuilder } from 'kysely';
import { wordOf, type Mailbox } from '#core/call/mailbox.ts';
import { groupRows, groupMembers, groupManagers } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { COUNT_CAP, type KeptBox } from '../contract.ts';

/** Who looks: what is theirs, or everything. */
export interface Keeper {
  userId: number;
  seesAll: boolean;
}

/** The groups somebody answers for: they are in them, or lead them. */
export const groupsOf = (userId: RawBuilder<unknown>) =>
  sql`select group_id from ${groupMembers} gm where user_id = ${userId} union select group_id from ${groupManagers} gr where user_id = ${userId}`;

/** The words of the boxes a search looks into; null: all there are. */
export async function boxesOf(
  tx: TenantTx,
  { userId, seesAll }: Keeper,
  box: Mailbox | undefined,
): Promise<string[] | null> {
  if (seesAll) return box ? [wordOf(box)] : null;
  const { rows: groups } = await sql<{ group_id: number }>`${groupsOf(sql`${userId}`)}`.execute(tx.as());
  const kept = [`agent:${userId}`, ...groups.map(({ group_id: id }) => `group:${id}`)];
  return box ? kept.filter((one) => one === wordOf(box)) : kept;
}

/** The boxes messages are left in, and whose they are. */
export function mailboxesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Somebody's own box, their groups', and with `seesAll` the main one, every group's, and every agent's that holds something. */
    async boxes({ userId, seesAll }: Keeper): Promise<KeptBox[]> {
      return (
        await sql<KeptBox>`
        with own as (${groupsOf(sql`${userId}`)}), boxes as (
          select 'main' box, 'main' kind, '' name, true mine, 0 place where ${seesAll}
          union all select 'group:' || g.id, 'group', g.name, g.id in (select group_id from own), 1 from ${groupRows} g where ${seesAll} or g.id in (select group_id from own)
          union all select 'agent:' || m.user_id, 'agent', m.nick_name, m.user_id = ${userId}, case when m.user_id = ${userId} then -1 else 2 end from member m
            where m.user_id = ${userId} and exists (select 1 from ${agentRows} a where a.user_id = ${userId}) or (${seesAll} or m.user_id = ${userId}) and exists (select 1 from voicemail v where v.user_id = m.user_id))
        select b.box, b.kind, b.name, b.mine, (select count(*) from (select 1 from voicemail v where v.box = b.box collate "C" and v.state = 'new' limit ${COUNT_CAP}) counted)::int fresh
        from boxes b order by b.place, b.name, b.box`.execute(rows)
      ).rows;
    },

    /** The box itself, or the main one when its group or agent is gone. */
    async boxOrMain(box: Mailbox): Promise<Mailbox> {
      if (box.kind === 'main') return box;
      const found =
        box.kind === 'group'
          ? await sql`select 1 from ${groupRows} g where id = ${box.groupId}`.execute(rows)
          : await sql`select 1 from ${agentRows} a join member m on m.user_id = a.user_id and m.enabled where a.user_id = ${box.userId} and a.enabled`.execute(
              rows,
            );
      return found.rows.length > 0 ? box : { kind: 'main' };
    },

    /** The people of a group: whoever is in it or leads it. */
    async peopleOf(groupId: number): Promise<number[]> {
      return (
        await sql<{
          user_id: number;
        }>`select user_id from ${groupMembers} gm where group_id = ${groupId} union select user_id from ${groupManagers} gr where group_id = ${groupId}`.execute(
          rows,
        )
      ).rows.map(({ user_id: id }) => id);
    },
  };
}

import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import { aMember, type Member, type MemberWishes } from '#test/builders.ts';
import { makeAgent } from './index.ts';

/** Somebody who may change agents. */
export const aChief = (db: Db, tenantId: number, wishes: MemberWishes = {}): Promise<Member> =>
  aMember(db, tenantId, { name: 'Sofia', functions: ['agents.view', 'agents.edit', 'agent-groups.view'], ...wishes });

/** A member with a voice seat and a phone. */
export async function aPhoneOf(
  db: Db,
  tenantId: number,
  wishes: MemberWishes = {},
): Promise<Member & { sipNum: string }> {
  const member = await aMember(db, tenantId, { voiceSeat: true, ...wishes });
  return db.tenant(member, async (tx) => {
    await makeAgent(tx, member);
    const { rows } = await sql<{
      sip_num: string;
    }>`select sip_num from agent where user_id = ${member.userId}`.execute(tx.as());
    return { ...member, sipNum: rows[0]!.sip_num };
  });
}

export const aGroup = (db: Db, tenantId: number, name: string, groupNo: number): Promise<number> =>
  db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into agent_group (name, group_no) values (${name}, ${groupNo}) returning id`.execute(tx.as());
    return rows[0]!.id;
  });

/** As the board writes it when somebody talks. */
export const talks = (db: Db, { tenantId, userId }: Pick<Member, 'tenantId' | 'userId'>): Promise<unknown> =>
  db.tenant({ tenantId }, (tx) =>
    sql`insert into agent_state (user_id, status, since, idle_since, call_id, call_at) values (${userId}, 67, now(), now(), 'call-1', 'talking')`.execute(
      tx.as(),
    ),
  );

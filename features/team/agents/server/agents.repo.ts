import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import type { AgentType } from '#shared/codes/agent-type.ts';
import type { AgentDevice } from '../contract/roster.ts';

/** What others may know of agents: a subquery to join, which the database resolves as if it were the table. */
export const agentRows = sql`(select tenant_id, user_id, sip_num, agent_type, enabled, record_calls, wrap_up, line_id, case when device = 'mobile' then mobile_number end mobile from agent)`;

/** A member who has a phone. */
export interface AgentRow {
  user_id: number;
  name: string;
  email: string;
  sip_num: string;
  agent_type: AgentType;
  auto_answer: boolean;
  record_calls: boolean;
  wrap_up: boolean;
  call_monitor_interval_sec: number;
  enabled: boolean;
  line_id: number;
  device: AgentDevice;
  mobile_number: string | null;
  /** Numbers of the groups the agent works in. */
  group_nos: number[];
}

/** Gives a member a phone; nothing happens when they have one. */
export async function makeAgent(tx: Tx, { tenantId, userId }: { tenantId: number; userId: number }): Promise<void> {
  await sql`insert into agent (tenant_id, user_id, auto_answer)
    values (${tenantId}, ${userId}, coalesce((select value = 'true' from tenant_setting where tenant_id = ${tenantId} and name = 'AutoAnswerDefault'), false)) on conflict (tenant_id, user_id) do nothing`.execute(
    tx.as(),
  );
}

/** Phones of one tenant. */
export function agentsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async find(userId: number): Promise<AgentRow | null> {
      const found = await sql<AgentRow>`
        select a.user_id, m.nick_name name, c.email, a.sip_num, a.agent_type, a.auto_answer, a.record_calls, a.wrap_up, a.call_monitor_interval_sec, a.enabled, a.line_id, a.device, a.mobile_number,
          array(select g.group_no from agent_group_member gm join agent_group g on g.id = gm.group_id where gm.user_id = a.user_id order by g.id) group_nos
        from agent a join member m on m.user_id = a.user_id join member_account c on c.user_id = a.user_id where a.user_id = ${userId}`.execute(
        rows,
      );
      return found.rows[0] ?? null;
    },
    async change(userId: number, { autoAnswer, lineId }: { autoAnswer?: boolean; lineId?: number }): Promise<void> {
      await sql`update agent set auto_answer = coalesce(${autoAnswer ?? null}, auto_answer), line_id = coalesce(${lineId ?? null}, line_id) where user_id = ${userId}`.execute(
        rows,
      );
    },
    async hasVoiceSeat(userId: number): Promise<boolean> {
      const found = await sql`select 1 from member where user_id = ${userId} and enabled and voice_seat`.execute(rows);
      return found.rows.length > 0;
    },
    async hasDidNumber(): Promise<boolean> {
      const found = await sql`select 1 from did_number where enabled limit 1`.execute(rows);
      return found.rows.length > 0;
    },
  };
}

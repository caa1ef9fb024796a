import { sql } from 'kysely';
import { fakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { makeAgent } from '#features/team/agents/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openLog } from '#platform/server/log.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { aMember, type Member, type MemberWishes } from '#test/builders.ts';
import { handClock, type HandClock } from '#test/clock.ts';
import type { LiveBoard } from './agent-board.ts';
import { openAgentBoard } from './open-agent-board.ts';

/** A board on a real database, with a clock turned by hand and an exchange in memory. */
export function aBoard(db: Db, clock = handClock()) {
  const lines: string[] = [];
  const telephony = fakeTelephony();
  const sessions = openSessions(db, clock);
  const log = openLog('debug', { write: (line) => void lines.push(line) });
  const opened = openAgentBoard({ db, telephony, sessions, clock, log });
  const board: LiveBoard = { ...opened, start: () => startAlone(opened) };
  return { board, telephony, sessions, clock, lines };
}

/** As one process does that is the home of everybody. */
export async function startAlone(
  ...living: { start(): Promise<void>; moveIn(tenantId: number): Promise<void>; leftBehind(): Promise<number[]> }[]
): Promise<void> {
  for (const one of living) await one.start();
  for (const one of living) for (const tenantId of await one.leftBehind()) await one.moveIn(tenantId);
}

export interface AgentMember extends Member {
  sipNum: string;
}

/** A member with a phone. */
export async function anAgent(db: Db, tenantId: number, wishes: MemberWishes = {}): Promise<AgentMember> {
  const member = await aMember(db, tenantId, { voiceSeat: true, ...wishes });
  const sipNum = await db.everyTenant('a new agent', async (tx) => {
    await makeAgent(tx, member);
    const { rows } = await sql<{
      sip_num: string;
    }>`select sip_num from agent where tenant_id = ${tenantId} and user_id = ${member.userId}`.execute(tx.as());
    return rows[0]!.sip_num;
  });
  return { ...member, sipNum };
}

/** Signed in, connected, phone registered, available. */
export async function getReady(
  { board, telephony, clock }: { board: LiveBoard; telephony: { registers(account: string): void }; clock: HandClock },
  agent: AgentMember,
) {
  await board.signIn(agent, { sessionId: agent.sessionId, deviceId: 'desk', newStatus: AgentStatus.available });
  await board.send(agent, { type: 'socketOpened', nowMs: clock.nowMs() });
  telephony.registers(agent.sipNum);
  return board.send(agent, { type: 'phoneRegistered', nowMs: clock.nowMs() });
}

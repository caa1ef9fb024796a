import { afterRestart, agentMachine } from '#core/agent-status/agent-machine.ts';
import { callsOfAgents } from '#core/agent-status/calls-of-agents.ts';
import type { GoingOn } from '#core/call/going-on.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { AgentSeats, AgentSeat } from './agent-seats.ts';
import { everyAgent } from './agent-state.repo.ts';
import { isUneventful } from './seat-step.ts';
import type { SeatTurns } from './seat-turns.ts';
import type { SeatWriter } from './seat-writer.ts';

/** The board as what happens elsewhere finds it. */
export interface BoardParts extends Pick<World, 'db' | 'telephony' | 'clock'> {
  seats: AgentSeats;
  turns: SeatTurns;
  writer: SeatWriter;
  report(problem: unknown): void;
}

/** A second passed: whoever it changes something for is told. */
export function noteTime({ seats, turns, clock, report }: BoardParts): void {
  const nowMs = clock.nowMs();
  for (const seat of seats.all()) {
    if (seat.ticking || isUneventful(seat, agentMachine(seat.state, { type: 'tick', nowMs }), nowMs)) continue;
    seat.ticking = true;
    void turns
      .decide(seat, { type: 'tick', nowMs })
      .catch(report)
      .finally(() => (seat.ticking = false));
  }
}

export async function notePhone(
  { seats, turns, clock }: BoardParts,
  account: string,
  type: 'phoneRegistered' | 'phoneUnregistered',
): Promise<void> {
  const seat = await seats.findBySipNum(account);
  if (seat) await turns.decide(seat, { type, nowMs: clock.nowMs() });
}

/** Whoever worked in this sign-in is signed out. */
export function noteSignOut({ seats, turns, clock, report }: BoardParts, sessionId: number): void {
  const left = Array.from(seats.all()).filter(
    (seat) => seat.sessionId === sessionId && seat.state.status !== AgentStatus.offline,
  );
  for (const seat of left) void turns.decide(seat, { type: 'signedOut', nowMs: clock.nowMs() }).catch(report);
}

/** Names and kinds of agents are those of their rows; whoever has none any more leaves. */
export async function reread(parts: BoardParts, which: { userId?: number; tenantId?: number }): Promise<void> {
  const { db, seats, turns, writer } = parts;
  const meant = [...seats.all()].filter(
    (seat) => (which.userId ?? seat.userId) === seat.userId && (which.tenantId ?? seat.tenantId) === seat.tenantId,
  );
  for (const seat of meant) {
    const row = await db.everyTenant('the board holds agents of every tenant', (tx) =>
      everyAgent(tx).find(seat.tenantId, seat.userId),
    );
    if (!row) await dismiss(parts, seat);
    else if (
      row.name !== seat.name ||
      row.agent_type !== seat.state.agentType ||
      row.has_mobile !== seat.state.hasMobile
    ) {
      seat.name = row.name;
      await turns.inTurn(seat, () =>
        writer.take(seat, {
          state: { ...seat.state, agentType: row.agent_type, hasMobile: row.has_mobile },
          effects: [],
        }),
      );
    }
  }
}

async function dismiss({ seats, turns, clock }: BoardParts, seat: AgentSeat): Promise<void> {
  await turns.decide(seat, { type: 'signedOut', nowMs: clock.nowMs() });
  // Nobody will tell the board of the end of their calls: whoever comes back is in none.
  for (let { call } = seat.state; call; { call } = seat.state)
    await turns.decide(seat, { type: 'callEnded', callId: call.callId, wrapUpMs: 0, nowMs: clock.nowMs() });
  seats.remove(seat);
}

/** See `LiveBoard.moveIn`. */
export async function wakeUp(
  { db, telephony, clock, seats, turns, writer }: BoardParts,
  tenantId: number,
  agents: GoingOn['agents'] = [],
): Promise<void> {
  const inCalls = callsOfAgents(agents);
  for (const row of await db.everyTenant('the board reads agents in one way', (tx) =>
    everyAgent(tx).notOffline(tenantId, [...inCalls.keys()]),
  )) {
    const seat = seats.give(row);
    await turns.inTurn(seat, () => {
      const { state, effects } = afterRestart(seat.state, clock.nowMs(), inCalls.get(seat.userId));
      return writer.take(seat, { state: { ...state, registered: telephony.isRegistered(seat.sipNum) }, effects });
    });
  }
}

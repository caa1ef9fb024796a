import { agentMachine } from '#core/agent-status/agent-machine.ts';
import type { AgentEvent } from '#core/agent-status/live-agent.ts';
import { holdsSeat } from '#features/team/seats/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Failure } from '#shared/errors.ts';
import type { BoardAgent } from './agent-board.ts';
import type { AgentSeat } from './agent-seats.ts';
import type { SeatTurns } from './seat-turns.ts';
import type { SeatWriter } from './seat-writer.ts';

const WISHES: readonly AgentEvent['type'][] = [
  'signedIn',
  'statusChosen',
  'statusForced',
  'wrapUpExtended',
  'callOffered',
];

export function openSeatTurns({ db, clock }: Pick<World, 'db' | 'clock'>, { take }: SeatWriter): SeatTurns {
  function inTurn<T>(seat: AgentSeat, work: () => Promise<T>): Promise<T> {
    const result = seat.turn.then(work);
    seat.turn = result.catch(() => {});
    return result;
  }

  /** Whoever was offline begins to work only at a seat: a wish is refused without one, and nobody comes back to a status whose seat is lost. */
  async function decideNow(
    seat: AgentSeat,
    event: AgentEvent,
    isWish = WISHES.includes(event.type),
  ): Promise<BoardAgent> {
    const before = seat.state;
    const step = agentMachine(before, event);
    if (
      before.status !== AgentStatus.offline ||
      step.state.status === AgentStatus.offline ||
      (await isSeated(seat, isWish))
    )
      return take(seat, step, isWish);
    if (isWish) throw new Failure(event.type === 'statusForced' ? 'agentWithoutSeat' : 'seatNotGranted');
    const { status, sinceMs, doingSinceMs, modifiedBy, reason, idleSinceMs } = before;
    return take(seat, {
      state: { ...step.state, status, sinceMs, doingSinceMs, modifiedBy, reason, idleSinceMs, resumeStatus: null },
      effects: [{ type: 'correctPage' }],
    });
  }

  async function isSeated({ tenantId, userId }: AgentSeat, isWish: boolean): Promise<boolean> {
    try {
      return await db.tenant({ tenantId }, (tx) => holdsSeat(tx, userId, 'voice', clock.nowMs()));
    } catch (problem) {
      // What nobody wished for holds while the database is away, as everything else does.
      if (isWish || !isUnavailable(problem)) throw problem;
      return true;
    }
  }

  return { inTurn, decideNow, decide: (seat, event) => inTurn(seat, () => decideNow(seat, event)) };
}

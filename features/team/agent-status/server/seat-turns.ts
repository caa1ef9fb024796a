import type { AgentEvent } from '#core/agent-status/live-agent.ts';
import type { BoardAgent } from './agent-board.ts';
import type { AgentSeat } from './agent-seats.ts';

/** Events of one agent are taken one after another. */
export interface SeatTurns {
  /** Waits until all that was begun at this seat is done. */
  inTurn<T>(seat: AgentSeat, work: () => Promise<T>): Promise<T>;
  /** Decides, in the seat's turn. */
  decide(seat: AgentSeat, event: AgentEvent): Promise<BoardAgent>;
  /** Decides; only ever called in the seat's turn. Some events are wishes by themselves. */
  decideNow(seat: AgentSeat, event: AgentEvent, isWish?: boolean): Promise<BoardAgent>;
}

import type { AgentBoard, BoardAgent, LiveBoard } from './agent-board.ts';
import type { AgentSeat } from './agent-seats.ts';
import type { AgentStep } from './seat-step.ts';

/** Stores what became of agents, then tells of it: pages, other features, and whoever listens here. */
export interface SeatWriter extends Pick<AgentBoard, 'onChange'>, Pick<LiveBoard, 'onStatus'> {
  /**
   * Only ever called in the seat's turn. A wish that could not be stored is refused; everything else is a fact: it holds,
   * and is stored once the database is back.
   */
  take(seat: AgentSeat, step: AgentStep, isWish?: boolean): Promise<BoardAgent>;
}

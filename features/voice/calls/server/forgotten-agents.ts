import type { AgentBoard } from '#features/team/agent-status/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Log } from '#platform/server/log.ts';
import type { After } from '#platform/server/timer.ts';

interface ForgottenAgentsParts {
  board: AgentBoard;
  clock: Clock;
  after: After;
  log: Log;
  goesOn(callId: string): boolean;
  isStopping(): boolean;
  report(problem: unknown, callId: string): void;
}

const CHECK_BOARD_MS = 15_000;

/**
 * Nobody stays in a call that is over, whatever was lost on the way; what was lost is worth a look. A call that has just
 * ended is on its way to the board, with the work after it: only one that was over at the last look, too, is lost.
 */
export function freeForgottenAgents(parts: ForgottenAgentsParts): void {
  const { board, clock, after, log, goesOn, isStopping, report } = parts;
  let overAtLastLook = new Set<string>();

  function look(): void {
    const seenBefore = overAtLastLook;
    overAtLastLook = new Set();
    for (const { tenantId, userId, call } of board.talking()) {
      if (!call || goesOn(call.callId)) continue;
      overAtLastLook.add(call.callId);
      if (!seenBefore.has(call.callId)) continue;
      log.warn({ userId, callId: call.callId }, 'an agent was left in a call that is over');
      void board
        .send({ tenantId, userId }, { type: 'callEnded', callId: call.callId, wrapUpMs: 0, nowMs: clock.nowMs() })
        .catch((problem: unknown) => report(problem, call.callId));
    }
    if (!isStopping()) after(CHECK_BOARD_MS, look);
  }

  after(CHECK_BOARD_MS, look);
}

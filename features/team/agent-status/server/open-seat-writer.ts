import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import { inPieces } from '#platform/server/in-pieces.ts';
import { LeaseLost } from '#platform/server/leases/lease.ts';
import type { World } from '#platform/server/world.ts';
import { AGENT_STATUS_CHANGED, BOARD_CHANGED, STATUS_CHANGED } from '../contract.ts';
import type { BoardAgent, StatusEvent } from './agent-board.ts';
import { agentNow } from './agent-now.ts';
import type { AgentSeats, Seat } from './agent-seats.ts';
import { agentStateRepo } from './agent-state.repo.ts';
import { shownAgent, whatStepMeans, type StepMeans } from './seat-step.ts';
import type { SeatWriter } from './seat-writer.ts';

/** What somebody wished for is written at once, a caller may wait for it; what is so anyhow goes along with the next. */
const PATIENCE_MS = 10;

/** What became of an agent. */
interface Writing {
  seat: Seat;
  agent: BoardAgent;
  means: StepMeans;
}

export function openSeatWriter({ db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>, seats: AgentSeats): SeatWriter {
  const changeListeners = new Set<(now: BoardAgent, before: BoardAgent) => void>();
  const statusListeners = new Set<(agent: BoardAgent, event: StatusEvent | null) => void>();

  /** Agents of a tenant whose states change at once are written by one transaction. Answers the ids of each one's changes. */
  const write = inPieces<Writing, number[]>(
    (tenantId, writings) =>
      db.tenant({ tenantId }, async (tx) => {
        const stored = await agentStateRepo(tx).store(
          writings.flatMap(
            ({ seat: { userId, sessionId, deviceId }, agent, means: { isStored, changes, wrapUpsDone } }) =>
              isStored ? [{ userId, state: agent, sessionId, deviceId, changes, wrapUpsDone }] : [],
          ),
        );
        for (const writing of writings) await tell(tx, writing, stored.get(writing.seat.userId));
        return writings.map(({ seat }) => stored.get(seat.userId) ?? []);
      }),
    isUnavailable,
  );

  async function tell(tx: TenantTx, { seat, agent, means }: Writing, ids: number[] | undefined): Promise<void> {
    const { tenantId, userId } = seat;
    if (means.isStored && !ids) return seats.remove(seat);
    const body = agentNow(agent, ids?.at(-1) ?? seat.lastEventId);
    if (ids && ids.length > 0)
      await tx.announce(AGENT_STATUS_CHANGED, {
        tenantId,
        userId,
        name: agent.name,
        changes: means.changes.map((change, index) => ({ ...change, id: ids[index]! })),
      });
    if (means.isStored) await tx.push({ kind: STATUS_CHANGED, body, to: { userId } });
    await tx.push({ kind: BOARD_CHANGED, body, access: 'agent-status.view' });
  }

  function guard(tellIt: () => void): void {
    try {
      tellIt();
    } catch (problem) {
      log.error({ err: problem }, 'a listener of the agent board failed');
    }
  }

  return {
    async take(seat, step, isWish = false) {
      const { state, effects } = step;
      const before = shownAgent(seat, seat.state, seat.why);
      const means = whatStepMeans(seat, step, clock.nowMs());
      const { changes, wrapUpsDone, why, isTold } = means;
      let ids: number[] = [];
      if (isTold) {
        try {
          ids = await write(
            seat.tenantId,
            { seat, agent: shownAgent(seat, state, why), means },
            isWish ? 0 : PATIENCE_MS,
          );
          seat.unsaved = { changes: [], wrapUpsDone: [], isState: false };
        } catch (problem) {
          if (isWish) throw problem;
          if (!isUnavailable(problem) && !(problem instanceof LeaseLost))
            log.error({ err: problem, userId: seat.userId }, 'agent state could not be stored');
          seat.unsaved = { changes, wrapUpsDone, isState: true };
        }
      }
      seat.state = state;
      seat.why = why;
      seat.lastEventId = ids.at(-1) ?? seat.lastEventId;
      const now = shownAgent(seat, state, why);
      if (isTold) for (const listener of changeListeners) guard(() => listener(now, before));
      for (const [index, id] of ids.entries())
        for (const listener of statusListeners) guard(() => listener(now, { ...changes[index]!, id }));
      if (effects.some((effect) => effect.type === 'correctPage'))
        for (const listener of statusListeners) guard(() => listener(now, null));
      return now;
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    onStatus(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
  };
}

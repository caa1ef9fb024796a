import { isUnavailable, type Push } from '#platform/server/db/db.ts';
import { inPieces } from '#platform/server/in-pieces.ts';
import { LeaseLost } from '#platform/server/leases/lease.ts';
import type { World } from '#platform/server/world.ts';
import { AGENT_STATUS_CHANGED, BOARD_CHANGED, STATUS_CHANGED } from '../contract.ts';
import type { BoardAgent, NumberedStatusChange } from './agent-board.ts';
import { agentNow } from './agent-now.ts';
import type { AgentSeats, AgentSeat } from './agent-seats.ts';
import { storeAgents, type ToStore } from './agent-state.repo.ts';
import { shownAgent, whatStepMeans, type StepMeans } from './seat-step.ts';
import type { SeatWriter } from './seat-writer.ts';

/** What somebody wished for is written at once, a caller may wait for it; what is so anyhow goes along with the next. */
const PATIENCE_MS = 10;

/** What became of an agent. */
interface Writing {
  seat: AgentSeat;
  agent: BoardAgent;
  means: StepMeans;
}

type WritesAgents = (
  tenantId: number,
  toStore: readonly ToStore[],
  writings: readonly Writing[],
) => Promise<{ user_id: number; ids: number[] }[]>;

/** The database is away, or the board is another process's by now: no agent's state is wrong. */
const isOfNobody = (problem: unknown): boolean => isUnavailable(problem) || problem instanceof LeaseLost;

export function openSeatWriter({ db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>, seats: AgentSeats): SeatWriter {
  const changeListeners = new Set<(now: BoardAgent, before: BoardAgent) => void>();
  const statusListeners = new Set<(agent: BoardAgent, event: NumberedStatusChange | null) => void>();

  /** Agents of a tenant whose states change at once are written together. Answers the ids of each one's changes. */
  const write = inPieces<Writing, number[]>(async (tenantId, writings) => {
    const toStore = writings.flatMap(({ seat: { userId, sessionId, deviceId }, agent, means }) =>
      means.isStored ? [{ userId, state: agent, sessionId, deviceId, ...means }] : [],
    );
    const isStatus = writings.some(({ means }) => means.changes.length > 0);
    const rows = await (isStatus ? writeChanges : writeStates)(tenantId, toStore, writings);
    const stored = new Map(rows.map((row) => [row.user_id, row.ids]));
    for (const { seat, means } of writings) if (means.isStored && !stored.has(seat.userId)) seats.remove(seat);
    return writings.map(({ seat }) => stored.get(seat.userId) ?? []);
  }, isOfNobody);

  /** What changed of a status has a number, by which it is told. */
  const writeChanges: WritesAgents = (tenantId, toStore, writings) =>
    db.tenant({ tenantId }, async (tx) => {
      const { rows } = await storeAgents(toStore).execute(tx.as());
      const idsOf = new Map(rows.map((row) => [row.user_id, row.ids]));
      for (const writing of writings) {
        const { seat, agent, means } = writing;
        const ids = idsOf.get(seat.userId);
        if (means.isStored && !ids) continue;
        if (ids && ids.length > 0)
          await tx.announce(AGENT_STATUS_CHANGED, {
            tenantId,
            userId: seat.userId,
            name: agent.name,
            changes: means.changes.map((change, index) => ({ ...change, id: ids[index]! })),
          });
        for (const push of pushesOf(writing, ids?.at(-1) ?? seat.lastEventId)) await tx.push(push);
      }
      return rows;
    });

  /** Most of what happens to an agent is no change of status: calls that ring, begin and end. */
  const writeStates: WritesAgents = async (tenantId, toStore, writings) => {
    const pushes = writings.flatMap((writing) => pushesOf(writing, writing.seat.lastEventId));
    const [rows] = await db.atOnce({ tenantId }, [storeAgents(toStore)], pushes, 0);
    return rows;
  };

  function pushesOf({ seat: { userId }, agent, means }: Writing, eventId: number): Push[] {
    const body = agentNow(agent, eventId);
    return [
      ...(means.isStored ? [{ kind: STATUS_CHANGED, body, to: { userId } }] : []),
      { kind: BOARD_CHANGED, body, access: 'agent-status.view' },
    ];
  }

  function guard(callListener: () => void): void {
    try {
      callListener();
    } catch (problem) {
      log.error({ err: problem }, 'a listener of the agent board failed');
    }
  }

  return {
    async take(seat, step, isWish = false) {
      const { state, effects } = step;
      const before = shownAgent(seat, seat.state, seat.why);
      const means = whatStepMeans(seat, step, clock.nowMs());
      const { changes, wrapUpsDone, why, isPublished } = means;
      let ids: number[] = [];
      if (isPublished) {
        try {
          ids = await write(
            seat.tenantId,
            { seat, agent: shownAgent(seat, state, why), means },
            isWish ? 0 : PATIENCE_MS,
          );
          seat.unsaved = { changes: [], wrapUpsDone: [], isState: false };
        } catch (problem) {
          if (isWish) throw problem;
          if (!isOfNobody(problem)) log.error({ err: problem, userId: seat.userId }, 'agent state could not be stored');
          seat.unsaved = { changes, wrapUpsDone, isState: true };
        }
      }
      seat.state = state;
      seat.why = why;
      seat.lastEventId = ids.at(-1) ?? seat.lastEventId;
      const now = shownAgent(seat, state, why);
      if (isPublished) for (const listener of changeListeners) guard(() => listener(now, before));
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

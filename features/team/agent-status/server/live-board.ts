import {
  afterRestart,
  agentMachine,
  whyNotRoutable,
  type AgentEffect,
  type StatusChange,
} from '#core/agent-status/agent-machine.ts';
import type { AgentEvent, LiveAgent, NotRoutable } from '#core/agent-status/live-agent.ts';
import type { Step } from '#core/machine.ts';
import { holdsSeat } from '#features/team/seats/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Failure } from '#shared/errors.ts';
import { AGENT_STATUS_CHANGED, BOARD_CHANGED, STATUS_CHANGED } from '../contract.ts';
import type { BoardAgent, LiveBoard, StatusEvent } from './agent-board.ts';
import { agentNow } from './agent-now.ts';
import { openAgentSeats, type Seat, type Who } from './agent-seats.ts';
import { agentStateRepo, everyAgent, type WrapUpDone } from './agent-state.repo.ts';

/** What is kept in the database; the rest is found out anew after a restart. */
const STORED = [
  'status',
  'sinceMs',
  'nextStatus',
  'modifiedBy',
  'nextModifiedBy',
  'reason',
  'resumeStatus',
  'call',
  'wrapUp',
  'idleSinceMs',
] as const satisfies (keyof LiveAgent)[];
const SHOWN = ['connected', 'registered', 'monitoring', 'agentType'] as const satisfies (keyof LiveAgent)[];
const differ = (a: LiveAgent, b: LiveAgent, fields: readonly (keyof LiveAgent)[]): boolean =>
  fields.some((field) => a[field] !== b[field]);

/** A wish that could not be stored is refused. Everything else is a fact: it holds, and is stored once the database is back. */
const WISHES: readonly AgentEvent['type'][] = [
  'signedIn',
  'statusChosen',
  'statusForced',
  'wrapUpExtended',
  'callOffered',
];

type AgentStep = Step<LiveAgent, AgentEffect>;

/** See `AgentBoard`; `agent-machine.ts` decides, this stores and tells. */
export function openAgentBoard({
  db,
  telephony,
  sessions,
  clock,
  log,
}: Pick<World, 'db' | 'telephony' | 'sessions' | 'clock' | 'log'>): LiveBoard {
  const seats = openAgentSeats({ db, telephony, clock });
  const changeListeners = new Set<(now: BoardAgent, before: BoardAgent) => void>();
  const statusListeners = new Set<(agent: BoardAgent, event: StatusEvent | null) => void>();
  const subscriptions: (() => void)[] = [];

  const shown = ({ tenantId, userId, name, sipNum }: Seat, state: LiveAgent, why: NotRoutable | null): BoardAgent => ({
    ...state,
    tenantId,
    userId,
    name,
    sipNum,
    whyNotRoutable: why,
  });
  const present = (seat: Seat): BoardAgent => shown(seat, seat.state, whyNotRoutable(seat.state, clock.nowMs()));
  const presentOrNull = (seat: Seat | null | undefined): BoardAgent | null => (seat ? present(seat) : null);

  function inTurn<T>(seat: Seat, work: () => Promise<T>): Promise<T> {
    const result = seat.turn.then(work);
    seat.turn = result.catch(() => {});
    return result;
  }

  /** Stores a decision and tells of it. Only ever called in the seat's turn. */
  async function take(seat: Seat, { state, effects }: AgentStep, isWish = false): Promise<BoardAgent> {
    const nowMs = clock.nowMs();
    const before = shown(seat, seat.state, seat.why);
    const changes = [
      ...seat.unsaved.changes,
      ...effects.flatMap((effect) => (effect.type === 'recordStatus' ? [effect.change] : [])),
    ];
    const wrapUpsDone = [...seat.unsaved.wrapUpsDone, ...wrapUpDone(seat.state, state, nowMs)];
    const why = whyNotRoutable(state, nowMs);
    const isStored = seat.unsaved.isState || changes.length > 0 || differ(before, state, STORED);
    const isTold = isStored || why !== seat.why || differ(before, state, SHOWN);
    let ids: number[] = [];
    if (isTold) {
      try {
        ids = await write(seat, shown(seat, state, why), isStored ? { changes, wrapUpsDone } : null);
        seat.unsaved = { changes: [], wrapUpsDone: [], isState: false };
      } catch (problem) {
        if (isWish) throw problem;
        if (!isUnavailable(problem))
          log.error({ err: problem, userId: seat.userId }, 'agent state could not be stored');
        seat.unsaved = { changes, wrapUpsDone, isState: true };
      }
    }
    seat.state = state;
    seat.why = why;
    seat.lastEventId = ids.at(-1) ?? seat.lastEventId;
    const now = shown(seat, state, why);
    if (isTold) for (const listener of changeListeners) guard(() => listener(now, before));
    for (const [index, id] of ids.entries())
      for (const listener of statusListeners) guard(() => listener(now, { ...changes[index]!, id }));
    if (effects.some((effect) => effect.type === 'correctPage'))
      for (const listener of statusListeners) guard(() => listener(now, null));
    return now;
  }

  /** Answers the ids of the changes; `done` is null when only what is shown has changed. */
  function write(
    seat: Seat,
    agent: BoardAgent,
    done: { changes: StatusChange[]; wrapUpsDone: WrapUpDone[] } | null,
  ): Promise<number[]> {
    const { tenantId, userId, sessionId, deviceId } = seat;
    return db.tenant({ tenantId }, async (tx) => {
      const ids = done ? await agentStateRepo(tx).store({ userId, state: agent, sessionId, deviceId, ...done }) : [];
      if (!ids) {
        seats.remove(seat);
        return [];
      }
      const body = agentNow(agent, ids.at(-1) ?? seat.lastEventId);
      if (done && ids.length > 0)
        await tx.announce(AGENT_STATUS_CHANGED, {
          tenantId,
          userId,
          name: agent.name,
          changes: done.changes.map((change, index) => ({ ...change, id: ids[index]! })),
        });
      if (done) await tx.push({ kind: STATUS_CHANGED, body, to: { userId } });
      await tx.push({ kind: BOARD_CHANGED, body, access: 'agent-status.view' });
      return ids;
    });
  }

  function guard(tellIt: () => void): void {
    try {
      tellIt();
    } catch (problem) {
      log.error({ err: problem }, 'a listener of the agent board failed');
    }
  }

  function report(problem: unknown): void {
    if (!isUnavailable(problem)) log.error({ err: problem }, 'agent board failed');
  }

  const decide = (seat: Seat, event: AgentEvent): Promise<BoardAgent> => inTurn(seat, () => begin(seat, event));

  /** Whoever was offline begins to work only at a seat: a wish is refused without one, and nobody comes back to a status whose seat is lost. */
  async function begin(seat: Seat, event: AgentEvent, isWish = WISHES.includes(event.type)): Promise<BoardAgent> {
    const before = seat.state;
    const step = agentMachine(before, event);
    if (
      before.status !== AgentStatus.offline ||
      step.state.status === AgentStatus.offline ||
      (await isSeated(seat, isWish))
    )
      return take(seat, step, isWish);
    if (isWish) throw new Failure(event.type === 'statusForced' ? 'agentWithoutSeat' : 'seatNotGranted');
    const { status, sinceMs, modifiedBy, reason, idleSinceMs } = before;
    return take(seat, {
      state: { ...step.state, status, sinceMs, modifiedBy, reason, idleSinceMs, resumeStatus: null },
      effects: [{ type: 'correctPage' }],
    });
  }

  async function isSeated({ tenantId, userId }: Seat, isWish: boolean): Promise<boolean> {
    try {
      return await db.tenant({ tenantId }, (tx) => holdsSeat(tx, userId, 'voice', clock.nowMs()));
    } catch (problem) {
      // What nobody wished for holds while the database is away, as everything else does.
      if (isWish || !isUnavailable(problem)) throw problem;
      return true;
    }
  }

  const seatOf = async (who: Who): Promise<Seat> => {
    const seat = await seats.find(who);
    if (!seat) throw new Failure('phoneAgentMissing');
    return seat;
  };

  function tick(): void {
    const nowMs = clock.nowMs();
    for (const seat of seats.all()) {
      if (seat.ticking) continue;
      const { state, effects } = agentMachine(seat.state, { type: 'tick', nowMs });
      if (
        effects.length === 0 &&
        !seat.unsaved.isState &&
        !differ(state, seat.state, STORED) &&
        whyNotRoutable(state, nowMs) === seat.why
      )
        continue;
      seat.ticking = true;
      void decide(seat, { type: 'tick', nowMs })
        .catch(report)
        .finally(() => (seat.ticking = false));
    }
  }

  async function notePhone(account: string, type: 'phoneRegistered' | 'phoneUnregistered'): Promise<void> {
    const seat = await seats.findBySipNum(account);
    if (seat) await decide(seat, { type, nowMs: clock.nowMs() });
  }

  /** Names and kinds of agents are those of their rows; whoever has none any more leaves. */
  async function reread(which: { userId?: number; tenantId?: number }): Promise<void> {
    const meant = [...seats.all()].filter(
      (seat) => (which.userId ?? seat.userId) === seat.userId && (which.tenantId ?? seat.tenantId) === seat.tenantId,
    );
    for (const seat of meant) {
      const row = await db.everyTenant('the board holds agents of every tenant', (tx) =>
        everyAgent(tx).find(seat.tenantId, seat.userId),
      );
      if (!row) {
        await decide(seat, { type: 'signedOut', nowMs: clock.nowMs() });
        // Nobody will tell the board of the end of their calls: whoever comes back is in none.
        for (let { call } = seat.state; call; { call } = seat.state)
          await decide(seat, { type: 'callEnded', callId: call.callId, wrapUpMs: 0, nowMs: clock.nowMs() });
        seats.remove(seat);
      } else if (row.name !== seat.name || row.agent_type !== seat.state.agentType) {
        seat.name = row.name;
        await inTurn(seat, () => take(seat, { state: { ...seat.state, agentType: row.agent_type }, effects: [] }));
      }
    }
  }

  async function wakeUp(): Promise<void> {
    for (const row of await db.everyTenant('what a stopped server left', (tx) => everyAgent(tx).notOffline())) {
      const seat = seats.give(row);
      await inTurn(seat, () => {
        const { state, effects } = afterRestart(seat.state, clock.nowMs());
        return take(seat, { state: { ...state, registered: telephony.isRegistered(seat.sipNum) }, effects });
      });
    }
  }

  return {
    agent: (userId, tenantId) => presentOrNull(seats.known({ tenantId, userId })),
    bySipNum: (sipNum) => presentOrNull(seats.knownBySipNum(sipNum)),
    talking: () =>
      Array.from(seats.all())
        .filter(({ state }) => state.call?.at === 'talking')
        .map(present),
    ofTenant: (tenantId) => Array.from(seats.ofTenant(tenantId), present),
    tell: async (who, event) => decide(await seatOf(who), event),
    load: async (who) => presentOrNull(await seats.find(who)),
    loadBySipNum: async (sipNum) => presentOrNull(await seats.findBySipNum(sipNum)),
    async signIn(who, { sessionId, deviceId, newStatus }) {
      const seat = await seatOf(who);
      return inTurn(seat, () => {
        const { status, resumeStatus } = seat.state;
        const nowMs = clock.nowMs();
        const isSameLogin = seat.sessionId === sessionId && (status !== AgentStatus.offline || resumeStatus !== null);
        if (!isSameLogin || seat.deviceId !== deviceId) seat.unsaved.isState = true;
        Object.assign(seat, { sessionId, deviceId });
        return begin(
          seat,
          isSameLogin
            ? { type: 'statusRepeated', status: resumeStatus ?? status, nowMs }
            : { type: 'signedIn', status: newStatus, nowMs },
          true,
        );
      });
    },
    loginOf: (who) => seats.known(who)?.sessionId ?? null,
    lastEventId: (who) => seats.known(who)?.lastEventId ?? 0,
    onChange(listener) {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
    onStatus(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
    tick,
    async start() {
      await wakeUp();
      subscriptions.push(
        telephony.onEvent((event) => {
          if (event.type === 'accountRegistered') void notePhone(event.account, 'phoneRegistered').catch(report);
          if (event.type === 'accountUnregistered') void notePhone(event.account, 'phoneUnregistered').catch(report);
        }),
        sessions.onEnded((sessionId) => {
          const left = Array.from(seats.all()).filter(
            (seat) => seat.sessionId === sessionId && seat.state.status !== AgentStatus.offline,
          );
          for (const seat of left) void decide(seat, { type: 'signedOut', nowMs: clock.nowMs() }).catch(report);
        }),
        sessions.onChanged((which) => void reread(which).catch(report)),
      );
    },
    async stop() {
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
      await Promise.all(Array.from(seats.all(), (seat) => seat.turn));
    },
  };
}

/** The work after a call that is over now, if any. */
function wrapUpDone({ wrapUp }: LiveAgent, after: LiveAgent, nowMs: number): WrapUpDone[] {
  if (!wrapUp || after.wrapUp?.callId === wrapUp.callId) return [];
  return [{ callId: wrapUp.callId, startedMs: wrapUp.startedMs, endedMs: Math.min(wrapUp.endsMs, nowMs) }];
}

import { whyNotRoutable } from '#core/agent-status/agent-machine.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { Failure } from '#shared/errors.ts';
import type { BoardAgent, LiveBoard } from './agent-board.ts';
import type { AgentSeat, AgentKey } from './agent-seats.ts';
import { notePhone, noteSignOut, noteTime, reread, wakeUp, type BoardParts } from './board-facts.ts';
import { everyAgent } from './agent-state.repo.ts';
import { openAgentSeats } from './open-agent-seats.ts';
import { openSeatTurns } from './open-seat-turns.ts';
import { openSeatWriter } from './open-seat-writer.ts';
import { presentAgent } from './seat-step.ts';

/** See `AgentBoard`; `agent-machine.ts` decides, this stores and tells. Nobody of a tenant that is at home elsewhere is read. */
export function openAgentBoard(
  world: Pick<World, 'db' | 'telephony' | 'sessions' | 'clock' | 'log'>,
  isHere: (tenantId: number) => boolean = () => true,
): LiveBoard {
  const { db, telephony, sessions, clock, log } = world;
  const seats = openAgentSeats({ db, telephony, clock, isHere });
  const writer = openSeatWriter({ db, clock, log }, seats);
  const turns = openSeatTurns({ db, clock }, writer);
  const subscriptions: (() => void)[] = [];

  function report(problem: unknown): void {
    if (!isUnavailable(problem)) log.error({ err: problem }, 'agent board failed');
  }
  const parts: BoardParts = { db, telephony, clock, seats, turns, writer, report };

  const present = (seat: AgentSeat): BoardAgent => presentAgent(seat, whyNotRoutable(seat.state, clock.nowMs()));
  const presentOrNull = (seat: AgentSeat | null | undefined): BoardAgent | null => (seat ? present(seat) : null);

  const seatOf = async (who: AgentKey): Promise<AgentSeat> => {
    const seat = await seats.find(who);
    if (!seat) throw new Failure('phoneAgentMissing');
    return seat;
  };

  return {
    agent: (userId, tenantId) => presentOrNull(seats.known({ tenantId, userId })),
    bySipNum: (sipNum) => presentOrNull(seats.knownBySipNum(sipNum)),
    talking: () =>
      Array.from(seats.all())
        .filter(({ state }) => state.call?.at === 'talking')
        .map(present),
    ofTenant: (tenantId) => Array.from(seats.ofTenant(tenantId), present),
    send: async (who, event) => turns.decide(await seatOf(who), event),
    load: async (who) => presentOrNull(await seats.find(who)),
    loadBySipNum: async (sipNum) => presentOrNull(await seats.findBySipNum(sipNum)),
    async signIn(who, { sessionId, deviceId, newStatus }) {
      const seat = await seatOf(who);
      return turns.inTurn(seat, () => {
        const { status, resumeStatus } = seat.state;
        const nowMs = clock.nowMs();
        const isSameLogin = seat.sessionId === sessionId && (status !== AgentStatus.offline || resumeStatus !== null);
        if (!isSameLogin || seat.deviceId !== deviceId) seat.unsaved.isState = true;
        Object.assign(seat, { sessionId, deviceId });
        return turns.decideNow(
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
    onChange: writer.onChange,
    onStatus: writer.onStatus,
    tick: () => noteTime(parts),
    moveIn: (tenantId, agents) => wakeUp(parts, tenantId, agents),
    async moveOut(tenantId) {
      const left = [...seats.ofTenant(tenantId)];
      for (const seat of left) seats.remove(seat);
      await Promise.all(left.map((seat) => seat.turn));
      // Their phones come again, and are led to where the board is; those at an edge of its own need not.
      if (!telephony.outlivesProcess) await Promise.all(left.map(({ sipNum }) => telephony.forget(sipNum)));
    },
    leftBehind: () => db.everyTenant('what was left behind', (tx) => everyAgent(tx).tenantsAtWork()),
    async start() {
      subscriptions.push(
        telephony.onEvent((event) => {
          if (event.type === 'accountRegistered') void notePhone(parts, event.account, 'phoneRegistered').catch(report);
          if (event.type === 'accountUnregistered')
            void notePhone(parts, event.account, 'phoneUnregistered').catch(report);
        }),
        sessions.onEnded((sessionId) => noteSignOut(parts, sessionId)),
        sessions.onChanged((which) => void reread(parts, which).catch(report)),
      );
    },
    async stop() {
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
      await Promise.all(Array.from(seats.all(), (seat) => seat.turn));
    },
  };
}

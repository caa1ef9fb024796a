import { whyNotRoutable } from '#core/agent-status/agent-machine.ts';
import type { World } from '#platform/server/world.ts';
import { everyAgent, stateOf, type StoredAgent } from './agent-state.repo.ts';
import type { AgentKey, AgentSeat, AgentSeats } from './agent-seats.ts';

const keyOf = ({ tenantId, userId }: AgentKey): string => `${tenantId}:${userId}`;

interface SeatsWorld extends Pick<World, 'db' | 'telephony' | 'clock'> {
  /** Whether the tenant's board is this one. */
  isHere(tenantId: number): boolean;
}

export function openAgentSeats({ db, telephony, clock, isHere }: SeatsWorld): AgentSeats {
  const seats = new Map<string, AgentSeat>();
  const bySipNum = new Map<string, AgentSeat>();
  const byTenant = new Map<number, Map<number, AgentSeat>>();
  const reading = new Map<string, Promise<AgentSeat | null>>();

  function give(row: StoredAgent): AgentSeat {
    const known = seats.get(keyOf({ tenantId: row.tenant_id, userId: row.user_id }));
    if (known) return known;
    const nowMs = clock.nowMs();
    const state = { ...stateOf(row, nowMs), registered: telephony.isRegistered(row.sip_num) };
    const seat: AgentSeat = {
      tenantId: row.tenant_id,
      userId: row.user_id,
      name: row.name,
      sipNum: row.sip_num,
      state,
      why: whyNotRoutable(state, nowMs),
      sessionId: row.session_id,
      deviceId: row.device_id,
      lastEventId: row.last_event_id,
      unsaved: { changes: [], wrapUpsDone: [], isState: false },
      turn: Promise.resolve(),
      ticking: false,
      shown: null,
    };
    seats.set(keyOf(seat), seat);
    bySipNum.set(seat.sipNum, seat);
    byTenant.set(seat.tenantId, (byTenant.get(seat.tenantId) ?? new Map<number, AgentSeat>()).set(seat.userId, seat));
    return seat;
  }

  async function read({ tenantId, userId }: AgentKey): Promise<AgentSeat | null> {
    const row = await db.everyTenant('the board holds agents of every tenant', (tx) =>
      everyAgent(tx).find(tenantId, userId),
    );
    if (!isHere(tenantId)) return null;
    // A call that nobody on the board is in was over before: while they had no phone, nobody told its end.
    return row && give({ ...row, call_id: null, call_at: null });
  }

  async function find(who: AgentKey): Promise<AgentSeat | null> {
    const key = keyOf(who);
    const known = seats.get(key);
    if (known) return known;
    let answer = reading.get(key);
    if (!answer) {
      answer = read(who).finally(() => reading.delete(key));
      reading.set(key, answer);
    }
    return answer;
  }

  return {
    known: (who) => seats.get(keyOf(who)),
    knownBySipNum: (sipNum) => bySipNum.get(sipNum),
    ofTenant: (tenantId) => byTenant.get(tenantId)?.values() ?? [],
    all: () => seats.values(),
    find,
    async findBySipNum(sipNum) {
      const known = bySipNum.get(sipNum);
      if (known) return known;
      const who = await db.everyTenant('an account alone does not tell the tenant', (tx) =>
        everyAgent(tx).bySipNum(sipNum),
      );
      return who && find(who);
    },
    give,
    remove(seat) {
      seats.delete(keyOf(seat));
      bySipNum.delete(seat.sipNum);
      byTenant.get(seat.tenantId)?.delete(seat.userId);
    },
  };
}

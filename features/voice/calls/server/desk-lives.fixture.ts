import { sql } from 'kysely';
import { fakeTelephony, type FakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { closeAttempts } from '#features/voice/call-routes/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { handClock } from '#test/clock.ts';
import { aHouse, type Agent } from './calls.fixture.ts';

type HouseWishes = NonNullable<Parameters<typeof aHouse>[1]>;

/** An exchange whose legs live on, and the processes that drive its calls, one after the other. */
export function aHouseOfLives(db: Db, wishes: HouseWishes = {}) {
  const telephony = fakeTelephony({ outlivesProcess: true });
  const clock = handClock();
  let life: Life;
  let house = begin();

  function begin() {
    life = { isOver: false, underWay: new Set() };
    return aHouse(mortalDb(db, life), { ...wishes, telephony: mortalTelephony(telephony, life), clock });
  }

  /** The next one is no home before what was begun under the lease of the last is written, or is not: `fence_lease` holds it. */
  async function nextBegins(): Promise<void> {
    await Promise.allSettled(life.underWay);
    house = begin();
    await start();
  }

  /** As a process does that becomes the home of the tenant. */
  async function moveIn(tenantId: number): Promise<void> {
    const { desk, board, queues } = house;
    await desk.moveIn(tenantId);
    const goingOn = desk.goingOn(tenantId);
    await db.tenant({ tenantId }, (tx) => closeAttempts(tx, goingOn.dials));
    await board.moveIn(tenantId, goingOn.agents);
    await queues.moveIn(tenantId, goingOn);
    await desk.takeUp(tenantId);
  }

  async function start(): Promise<void> {
    await house.board.start();
    await house.queues.start();
    await house.desk.start();
  }

  return {
    telephony,
    clock,
    now: () => house,
    start,
    moveIn,
    /** The process is gone from one moment to the next. */
    kill: () => void (life.isOver = true),
    /** Another one begins, and is no home yet. */
    begin: nextBegins,
    /** Another one begins, and the pages of these agents come to it. */
    async next(tenantId: number, ...agents: readonly Agent[]): Promise<void> {
      await nextBegins();
      await moveIn(tenantId);
      for (const agent of agents) await house.board.send(agent, { type: 'socketOpened', nowMs: clock.nowMs() });
      await house.settled();
    },
    async stop(): Promise<void> {
      await house.stop();
    },
    /** What is in the book of each call, and how much of it is kept. */
    async records(tenantId: number) {
      await house.settled();
      await house.book.settled(tenantId);
      const { rows } = await db.everyTenant('looks', (tx) =>
        sql<BookedCall>`
          select direction, outcome, cause, ended_by, ring_sec, queue_sec, talk_sec, hold_sec, duration_sec,
            array(select e.type from call_event e where e.tenant_id = r.tenant_id and e.call_id = r.call_id order by seq) events,
            array(select a.result from call_agent a where a.record_id = r.id order by a.user_id) agents,
            (select count(*)::int from living_call l where l.tenant_id = r.tenant_id and l.call_id = r.call_id) kept
          from call_record r where tenant_id = ${tenantId} order by id`.execute(tx.as()),
      );
      return rows;
    },
  };
}

interface BookedCall {
  direction: string;
  outcome: number;
  cause: string | null;
  ended_by: string | null;
  ring_sec: number;
  queue_sec: number;
  talk_sec: number;
  hold_sec: number;
  duration_sec: number;
  events: string[];
  agents: string[];
  kept: number;
}

const never = (): Promise<never> => new Promise(() => {});

interface Life {
  isOver: boolean;
  /** What the database was asked and has not answered. */
  underWay: Set<Promise<unknown>>;
}

/** Whoever is dead writes and reads nothing any more; what was begun before may still be written, and nobody hears of it. */
function mortalDb(db: Db, life: Life): Db {
  const asLong = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (life.isOver) return never();
    const asked = ask();
    life.underWay.add(asked);
    try {
      const found = await asked.finally(() => life.underWay.delete(asked));
      return life.isOver ? await never() : found;
    } catch (problem) {
      return life.isOver ? never() : Promise.reject(problem);
    }
  };
  return {
    ...db,
    tenant: (who, work) =>
      asLong(() =>
        db.tenant(who, (tx) => {
          if (life.isOver) throw new Error('killed');
          return work(tx);
        }),
      ),
    everyTenant: (why, work) => asLong(() => db.everyTenant(why, work)),
    atOnce: (...asked) => asLong(() => db.atOnce(...asked)),
    listen: (channel, onPayload) => db.listen(channel, (payload) => (life.isOver ? undefined : onPayload(payload))),
  };
}

/** Nor asks the exchange for anything, nor hears of it. */
function mortalTelephony(telephony: FakeTelephony, life: Life): FakeTelephony {
  const silenced = Object.fromEntries(
    Object.entries(telephony).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'function' ? (...args: unknown[]) => (life.isOver ? never() : value(...args)) : value,
    ]),
  ) as unknown as FakeTelephony;
  return {
    ...silenced,
    onEvent: (listener) =>
      telephony.onEvent((event: TelephonyEvent) => {
        if (!life.isOver) listener(event);
      }),
  };
}

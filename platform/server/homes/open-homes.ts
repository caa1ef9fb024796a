import { randomBytes } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import { isUnavailable, type Db } from '../db/db.ts';
import { LEASES_CHANNEL, LeaseLost, type Lease } from '../leases/lease.ts';
import { openLeases } from '../leases/open-lease.ts';
import type { Log } from '../log.ts';
import { HOME_LEASES, homeLease, type Dwellers, type HomeMoved, type Homes } from './homes.ts';
import { openHomeFinder } from './open-home-finder.ts';
import { openOwnHomes } from './open-own-homes.ts';

const tenantOf = (name: string): number => Number(name.slice(HOME_LEASES.length));

/** Who cannot be reached says so by a word that is no address: others then tell their callers to come again. */
const NOWHERE = 'none';
const WATCH_EVERY_MS = 1_000;
/** Said of a home that somebody is to take: `wanted desk <tenant>`. */
const WANTED = 'wanted ';

export function openHomes({ db, log }: { db: Db; log: Log }): Homes {
  const leases = openLeases({ db, log });
  const ownPass = randomBytes(24).toString('base64url');
  const listeners = new Set<HomeMoved>();
  const begun = Promise.withResolvers<void>();
  let address = NOWHERE;
  let dwellers: Dwellers = { moveIn: async () => {}, moveOut: async () => {}, leftBehind: async () => [] };
  let isStopping = false;
  let isWatching = false;
  let isDraining = false;
  let hasOthers = (): boolean => false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening = (): void => {};

  function report(problem: unknown, tenantId?: number): void {
    if (!isUnavailable(problem)) log.error({ err: problem, tenantId }, 'the home of a tenant could not be kept');
  }

  const emitMoved = movedEmitter(listeners, report);

  const own = openOwnHomes({
    leases,
    log,
    dwellers: () => dwellers,
    reach: () => ({ address, pass: ownPass }),
    isStopping: () => isStopping,
    moved: (tenantId) => emitMoved(tenantId),
    report,
  });

  const mayTake = (): boolean => !(isDraining && hasOthers());
  const want = async (tenantId: number): Promise<void> =>
    void (await db.pool.query('select pg_notify($1, $2)', [LEASES_CHANNEL, `${WANTED}${homeLease(tenantId)}`]));
  const finder = openHomeFinder({
    leases,
    own,
    ownPass,
    begun: begun.promise,
    isStopping: () => isStopping,
    mayTake,
    want,
  });

  const takeUp = (tenantIds: readonly number[]): Promise<unknown> =>
    Promise.all(
      tenantIds.map((tenantId) => {
        finder.forget(tenantId);
        return finder.find(tenantId).catch((problem: unknown) => report(problem, tenantId));
      }),
    );

  /** What nobody holds is taken up where something is left to do, and else laid to rest. */
  async function watch(): Promise<void> {
    if (isWatching || isStopping) return;
    isWatching = true;
    try {
      if (!mayTake()) return await handOver();
      const alone = (await leases.leftAlone(HOME_LEASES)).map(tenantOf);
      const wanted = new Set(alone.length > 0 ? await dwellers.leftBehind() : []);
      await takeUp(alone.filter((tenantId) => wanted.has(tenantId)));
      for (const tenantId of alone) if (!wanted.has(tenantId)) await leases.rest(homeLease(tenantId));
    } catch (problem) {
      report(problem);
    } finally {
      isWatching = false;
    }
  }

  const handOver = async (): Promise<void> => (isStopping || mayTake() ? undefined : handOverAll(own, want, report));

  /** An empty payload: something was missed, so everybody may have moved. */
  function onPayload(payload: string): void {
    if (payload.startsWith(WANTED) && !isDraining && !isStopping) void takeUp([tenantOf(payload.slice(WANTED.length))]);
    if (payload === '') for (const tenantId of finder.known()) finder.forget(tenantId);
    if (!payload.startsWith(HOME_LEASES)) return;
    const [id = '', at = ''] = payload.slice(HOME_LEASES.length).split(' ');
    finder.forget(Number(id));
    emitMoved(Number(id), at);
  }

  return {
    ownPass,
    leases,
    isHere: own.isSure,
    find: finder.find,
    fence: async (tx) => leaseFor(own, tx.tenantId).fence(tx),
    fenceStatement: (tenantId) => leaseFor(own, tenantId).fenceStatement(),
    settle: (given) => void (dwellers = given),
    onMoved(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    missed: finder.forget,
    enter: own.enter,
    drain(given) {
      isDraining = true;
      hasOthers = given;
      void handOver();
    },
    takeBack: () => void (isDraining = false),
    here: own.open,
    async start(given) {
      address = given ?? NOWHERE;
      stopListening = await db.listen(LEASES_CHANNEL, onPayload);
      begun.resolve();
      await takeUp(await dwellers.leftBehind());
      timer = setInterval(() => void watch(), WATCH_EVERY_MS);
      timer.unref();
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      stopListening();
      begun.resolve();
      await finder.settled();
      await leases.stop();
      own.clear();
    },
  };
}

/** Whoever works takes them up at once. */
async function handOverAll(
  own: Pick<ReturnType<typeof openOwnHomes>, 'open' | 'handOver'>,
  want: (tenantId: number) => Promise<void>,
  report: (problem: unknown, tenantId: number) => void,
): Promise<void> {
  await Promise.all(
    own.open().map(async (tenantId) => {
      try {
        if (await own.handOver(tenantId)) await want(tenantId);
      } catch (problem) {
        report(problem, tenantId);
      }
    }),
  );
}

const movedEmitter =
  (listeners: ReadonlySet<HomeMoved>, report: (problem: unknown, tenantId: number) => void) =>
  (tenantId: number, at: string | null = null): void => {
    for (const listener of listeners) {
      try {
        listener(tenantId, at);
      } catch (problem) {
        report(problem, tenantId);
      }
    }
  };

function leaseFor(own: Pick<ReturnType<typeof openOwnHomes>, 'leaseOf'>, tenantId: number): Lease {
  const lease = own.leaseOf(tenantId);
  if (lease === undefined) throw new LeaseLost(homeLease(tenantId));
  if (lease === null) throw new Failure('unavailable');
  return lease;
}

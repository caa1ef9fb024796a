import type { Db, TenantTx } from '../db/db.ts';
import type { Asking } from '../db/text-once.ts';
import { isLeaseLost, LeaseLost, type Leases } from '../leases/lease.ts';

/**
 * Where the desk of a tenant lives: who does what, who waits, which calls go on. It is in the memory of one process, its *home*.
 *
 * 1. A process is the home of a tenant as long as it holds its lease. What the desk writes is fenced by it (`fencedDb`).
 * 2. Whoever is first asked for a tenant without a home becomes it. A tenant with work left behind is taken up by any process
 *    that lives, within a second or two of the end of its home.
 * 3. Nothing of a tenant is served before its desk has moved in, and nothing after it has moved out.
 * 4. A process that loses its lease and has it back before anybody else had it, as after a database that was away, goes on.
 */
export interface Homes {
  /** False also while nobody can say. */
  isHere(tenantId: number): boolean;
  /** Becomes the home where there is none. Throws `unavailable` while it moves. */
  find(tenantId: number): Promise<TenantHome>;
  /** First in every transaction of the desk, see `Lease.fence`. Throws `LeaseLost` where the home is known to be elsewhere, `unavailable` while nobody can say. */
  fence(tx: TenantTx): Promise<void>;
  /** The same for what is sent at once. */
  fenceStatement(tenantId: number): Asking<object>;
  /** Who lives at home; set once, before the start. */
  settle(dwellers: Dwellers): void;
  /** A tenant's home may be another than before: it is at this address, or nobody knows where (null). */
  onMoved(listener: HomeMoved): () => void;
  /** The home was not there: it is looked for again. */
  missed(tenantId: number, address: string): void;
  /** Somebody is served at the desk: it is handed over only when they have left. */
  enter(tenantId: number): () => void;
  /**
   * On its way out: no home is taken here any more, and each is handed over as soon as nothing is going on in it that cannot move. Both
   * only while others work.
   */
  drain(hasOthers: () => boolean): void;
  /** Takes homes again. */
  takeBack(): void;
  /** The tenants whose desk lives here. */
  here(): number[];
  /** For what besides the desk only one process may do; by other names than homes have. */
  readonly leases: Pick<Leases, 'take'>;
  /** What others show who were told of us. */
  readonly ownPass: string;
  /** From here on it takes up what was left behind. `address`: where other processes reach this one; null where they cannot. */
  start(address: string | null): Promise<void>;
  /** After the last thing was written: everything is given back. */
  stop(): Promise<void>;
}

export type TenantHome = { at: 'here' } | HomeElsewhere;

export interface HomeElsewhere {
  at: 'elsewhere';
  address: string;
  pass: string;
}

export type HomeMoved = (tenantId: number, address: string | null) => void;

/** What lives at the home of a tenant. */
export interface Dwellers {
  /** Takes up what an earlier home left. */
  moveIn(tenantId: number): Promise<void>;
  /** Hangs up and forgets; what is written is somebody else's by now, but for the last words of calls that end with it. */
  moveOut(tenantId: number): Promise<void>;
  /** Tenants with work that cannot wait until somebody asks for it. */
  leftBehind(): Promise<number[]>;
  /** Something goes on that would end if the desk moved: a call. */
  isBusy?(tenantId: number): boolean;
  /** Before it is handed over: what was said in it is written, while it may still write. Takes seconds at most. */
  writeDown?(tenantId: number): Promise<void>;
}

/** The names of the leases that make a process the home of a tenant. */
export const HOME_LEASES = 'desk ';
export const homeLease = (tenantId: number): string => `${HOME_LEASES}${tenantId}`;

/** Lets nothing be written for a tenant whose home is elsewhere. */
export const fencedDb = (db: Db, homes: Pick<Homes, 'fence' | 'fenceStatement'>): Db => ({
  ...db,
  atOnce: (who, queries, pushes, patienceMs) =>
    atHome(who, async () =>
      db.atOnce({ ...who, fence: homes.fenceStatement(who.tenantId) }, queries, pushes, patienceMs),
    ),
  tenant: (who, work) =>
    atHome(who, () =>
      db.tenant(who, async (tx) => {
        await homes.fence(tx);
        return work(tx);
      }),
    ),
});

/** What the database refuses to one who is no home any more. */
async function atHome<T>({ tenantId }: { tenantId: number }, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (problem) {
    throw isLeaseLost(problem) ? new LeaseLost(homeLease(tenantId)) : problem;
  }
}

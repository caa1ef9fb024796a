import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../db/db.ts';
import type { Lease, LeaseReach, Leases } from '../leases/lease.ts';
import type { Log } from '../log.ts';
import { homeLease, type Dwellers } from './homes.ts';
import { openServed } from './open-served.ts';

const REGAIN_EVERY_MS = 500;

interface OwnHome {
  tenantId: number;
  /** Null while it is lost and may be had back. */
  lease: Lease | null;
  epoch: number;
  /** The desk has moved in. */
  isOpen: boolean;
  /** As far as we know nobody can take it from us, since nobody reaches the database. */
  isDatabaseAway: boolean;
}

interface OwnHomesParts {
  leases: Leases;
  log: Log;
  dwellers(): Dwellers;
  /** Where this process is reached. */
  reach(): LeaseReach;
  isStopping(): boolean;
  /** It is not here any more. */
  moved(tenantId: number): void;
  report(problem: unknown, tenantId: number): void;
}

/** The tenants this process is the home of. */
export function openOwnHomes({ leases, log, dwellers, reach, isStopping, moved, report }: OwnHomesParts) {
  const own = new Map<number, OwnHome>();
  const served = openServed();

  function hold(home: OwnHome, lease: Lease): void {
    Object.assign(home, { lease, epoch: lease.epoch, isDatabaseAway: false });
    lease.onLost((stoodStill) => {
      home.lease = null;
      home.isDatabaseAway = !stoodStill;
      void regain(home).catch((problem: unknown) => report(problem, home.tenantId));
    });
  }

  /** Lost to somebody else, or never had: nothing of it stays here. */
  async function leave(home: OwnHome): Promise<void> {
    if (own.get(home.tenantId) !== home) return;
    own.delete(home.tenantId);
    home.isOpen = false;
    await dwellers()
      .moveOut(home.tenantId)
      .catch((problem: unknown) => report(problem, home.tenantId));
    moved(home.tenantId);
  }

  /** The connection was lost; the home is only if somebody took it meanwhile. */
  async function regain(home: OwnHome): Promise<void> {
    while (!isStopping() && own.get(home.tenantId) === home && home.lease === null) {
      try {
        if (await isRegained(home)) return;
      } catch (problem) {
        // Whatever it is: as long as nobody has it back, nothing of the tenant can be written here.
        if (isUnavailable(problem)) home.isDatabaseAway = true;
        else report(problem, home.tenantId);
      }
      await pause(REGAIN_EVERY_MS, undefined, { ref: false });
    }
  }

  /** False while nobody can say: our own lock may outlive our connection for a while. */
  async function isRegained(home: OwnHome): Promise<boolean> {
    const name = homeLease(home.tenantId);
    const lease = await leases.take(name, { hadIt: true });
    // The desk could not move in, and the home was given up while we asked.
    if (own.get(home.tenantId) !== home) {
      await lease?.giveBack();
      return true;
    }
    if (lease?.epoch === home.epoch + 1) {
      hold(home, lease);
      if (home.isOpen) await lease.announce(reach());
      return true;
    }
    if (!lease && (await leases.look(name))?.epoch === home.epoch) return false;
    log.warn(
      { tenantId: home.tenantId },
      'the home of a tenant is elsewhere by now: its calls are driven here no more',
    );
    await leave(home);
    await lease?.giveBack();
    return true;
  }

  return {
    enter: served.enter,
    /** Desks that have moved in. */
    open: (): number[] => [...own.values()].filter(({ isOpen }) => isOpen).map(({ tenantId }) => tenantId),
    /** Gives a desk up where nothing goes on in it; false: it stays. */
    async handOver(tenantId: number): Promise<boolean> {
      const home = own.get(tenantId);
      if (!home) return false;
      const isOurs = (): boolean => own.get(tenantId) === home;
      const writeDown = async (): Promise<void> =>
        dwellers()
          .writeDown?.(tenantId)
          .catch((problem: unknown) => report(problem, tenantId));
      return handOver(home, { isOurs, emptied: served.emptied, isBusy: dwellers().isBusy, writeDown, leave });
    },
    has: (tenantId: number): boolean => own.has(tenantId),
    /** Its desk is here, and nobody else's. */
    isSure(tenantId: number): boolean {
      const home = own.get(tenantId);
      return home !== undefined && home.isOpen && (home.lease ? home.lease.isHeld() : home.isDatabaseAway);
    },
    /** Null while it may be lost, undefined where it is elsewhere. */
    leaseOf: (tenantId: number): Lease | null | undefined => own.get(tenantId)?.lease,
    /** The desk moves in; only then anybody is told. */
    async become(tenantId: number, lease: Lease): Promise<void> {
      const home: OwnHome = { tenantId, lease, epoch: lease.epoch, isOpen: false, isDatabaseAway: false };
      own.set(tenantId, home);
      hold(home, lease);
      try {
        await dwellers().moveIn(tenantId);
        home.isOpen = true;
        // It may have been lost and had back meanwhile; where it is still to be had back, it is announced then.
        await home.lease?.announce(reach());
      } catch (problem) {
        await leave(home);
        await home.lease?.giveBack().catch(() => {});
        throw problem;
      }
    },
    clear: () => own.clear(),
  };
}

interface HandingOver {
  isOurs(): boolean;
  emptied(tenantId: number): Promise<void>;
  isBusy: Dwellers['isBusy'];
  writeDown(): Promise<void>;
  leave(home: OwnHome): Promise<void>;
}

/** Whoever asks meanwhile waits; those that were let in before are done with first. */
async function handOver(home: OwnHome, { isOurs, emptied, isBusy, writeDown, leave }: HandingOver): Promise<boolean> {
  const mustStay = (): boolean => home.lease === null || (isBusy?.(home.tenantId) ?? false);
  if (!home.isOpen || mustStay()) return false;
  home.isOpen = false;
  await emptied(home.tenantId);
  // Once it is left the fence refuses every word of ours.
  await writeDown();
  if (!isOurs()) return false;
  // A call began while they left, or the lease is being had back.
  if (mustStay()) {
    home.isOpen = true;
    return false;
  }
  const { lease } = home;
  await leave(home);
  await lease!.giveBack();
  return true;
}

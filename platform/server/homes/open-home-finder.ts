import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '#shared/errors.ts';
import { isUnavailable } from '../db/db.ts';
import type { Leases } from '../leases/lease.ts';
import { gate } from '../realtime/gate.ts';
import { homeLease, type HomeElsewhere, type TenantHome } from './homes.ts';
import type { openOwnHomes } from './open-own-homes.ts';

const HERE: TenantHome = { at: 'here' };
/** Whoever asks while a home moves waits so long, and is told to come again. */
const PATIENCE_MS = 2_000;
const LOOK_AGAIN_MS = 100;
/** Desks that move in at the same time. */
const AT_ONCE = 4;

interface FinderParts {
  leases: Leases;
  own: ReturnType<typeof openOwnHomes>;
  /** By which a process knows itself. */
  ownPass: string;
  /** Nobody is asked before. */
  begun: Promise<void>;
  isStopping(): boolean;
  /** False while this process is on its way out and others work. */
  mayTake(): boolean;
  /** Somebody else is to become the home. */
  want(tenantId: number): Promise<void>;
}

/** Finds the home of a tenant, and becomes it where there is none; many who ask at once are one question. */
export function openHomeFinder({ leases, own, ownPass, begun, isStopping, mayTake, want }: FinderParts) {
  const elsewhere = new Map<number, HomeElsewhere>();
  const finding = new Map<number, Promise<TenantHome>>();
  const inGate = gate(AT_ONCE);

  async function look(tenantId: number): Promise<TenantHome> {
    await begun;
    const untilMs = performance.now() + PATIENCE_MS;
    if (!mayTake() && !own.has(tenantId)) await want(tenantId);
    do {
      const found = own.isSure(tenantId) ? HERE : own.has(tenantId) ? null : await takeOrAsk(tenantId);
      if (found) return found;
      await pause(LOOK_AGAIN_MS, undefined, { ref: false });
    } while (performance.now() < untilMs && !isStopping());
    throw new Failure('unavailable');
  }

  /** Null while somebody else gets ready. */
  async function takeOrAsk(tenantId: number): Promise<TenantHome | null> {
    const lease = isStopping() || !mayTake() ? null : await leases.take(homeLease(tenantId));
    if (lease) {
      elsewhere.delete(tenantId);
      await inGate(() => own.become(tenantId, lease));
      return HERE;
    }
    const reach = (await leases.look(homeLease(tenantId)))?.reach;
    if (!reach || reach.pass === ownPass) return null;
    const found: HomeElsewhere = { at: 'elsewhere', ...reach };
    elsewhere.set(tenantId, found);
    return found;
  }

  function ask(tenantId: number): Promise<TenantHome> {
    let found = finding.get(tenantId);
    if (!found) {
      found = look(tenantId)
        .catch((problem: unknown) => {
          throw isUnavailable(problem) ? new Failure('unavailable') : problem;
        })
        .finally(() => finding.delete(tenantId));
      finding.set(tenantId, found);
    }
    return found;
  }

  return {
    async find(tenantId: number): Promise<TenantHome> {
      return own.isSure(tenantId) ? HERE : (elsewhere.get(tenantId) ?? ask(tenantId));
    },
    /** Tenants whose home we know to be elsewhere. */
    known: () => [...elsewhere.keys()],
    /** Looked for again at the next question; with an address only if it was thought to be there. */
    forget(tenantId: number, address?: string): void {
      if (address === undefined || elsewhere.get(tenantId)?.address === address) elsewhere.delete(tenantId);
    },
    async settled(): Promise<void> {
      await Promise.allSettled(finding.values());
    },
  };
}

import { isUnavailable } from '#platform/server/db/db.ts';
import type { Lease, Leases } from '#platform/server/leases/lease.ts';
import type { World } from '#platform/server/world.ts';
import { isTrunkUp } from '#core/trunk/trunk-state.ts';
import type { LentLine } from '#core/trunk/trunks.port.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import { LOANS_CHANNEL, loanTerms } from './loans.repo.ts';
import { openNumberOwner } from './number-claims.ts';
import type { LentLines } from './lent-lines.ts';

const LOOK_EVERY_MS = 1_000;

export function openLentLines(
  { db, log, trunks }: Pick<World, 'db' | 'log' | 'trunks'>,
  leases: Pick<Leases, 'take'>,
): LentLines {
  const owner = openNumberOwner(db);
  const pushChanges = openTrunkNews({ db, trunks });
  const held = new Map<string, Lease>();
  const failed = new Set<string>();
  const open = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening = (): void => {};
  let looking: Promise<void> | null = null;
  let isStopped = false;
  /** What operators decided is to be read again. */
  let isOld = true;

  async function put({ carrier, settings }: LentLine): Promise<void> {
    try {
      await trunks.put(carrier, held.has(carrier) ? settings : { ...settings, register: null }, {
        mayBePrivate: true,
        tenantId: null,
        // Whoever runs the installation said so before anybody else could.
        claimOf: async (number) => {
          const claim = await owner(number);
          const line = trunks.lent().find((one) => one.carrier === carrier);
          const isLent = claim && line && (line.tenantIds === null || line.tenantIds.includes(claim.tenantId));
          return isLent ? { ...claim, sinceMs: 0 } : null;
        },
      });
      open.add(carrier);
      failed.delete(carrier);
    } catch (problem) {
      if (!failed.has(carrier)) log.error({ err: problem, carrier }, 'a lent trunk cannot be opened');
      failed.add(carrier);
    }
  }

  async function take(line: LentLine): Promise<void> {
    const lease = await leases.take(`lent trunk ${line.carrier}`);
    if (!lease) return;
    if (isStopped) return lease.giveBack();
    held.set(line.carrier, lease);
    lease.onLost(() => {
      if (held.get(line.carrier) !== lease) return;
      held.delete(line.carrier);
      if (!isStopped && open.has(line.carrier)) void put(line);
    });
    await put(line);
  }

  async function withdraw(carrier: string): Promise<void> {
    open.delete(carrier);
    failed.delete(carrier);
    await trunks.take(carrier, 'goOn');
    const lease = held.get(carrier);
    held.delete(carrier);
    await lease?.giveBack();
  }

  async function readTerms(): Promise<void> {
    if (!isOld) return;
    isOld = false;
    try {
      trunks.lend(await db.everyTenant('trunks of the installation', loanTerms));
    } catch (problem) {
      isOld = true;
      throw problem;
    }
  }

  async function look(): Promise<void> {
    await readTerms();
    const lent = trunks.lent();
    for (const carrier of [...open].filter((one) => !lent.some((line) => line.carrier === one)))
      await withdraw(carrier);
    for (const line of lent) {
      if (isStopped) return;
      if (!open.has(line.carrier)) await put(line);
      if (line.settings.register && !held.has(line.carrier)) await take(line);
    }
    await pushChanges(lent.map(({ carrier }) => carrier));
  }

  function lookOnce(): Promise<void> {
    looking ??= look()
      .catch((problem: unknown) => {
        if (!isUnavailable(problem)) log.error({ err: problem }, 'bug: in lent trunks');
      })
      .finally(() => (looking = null));
    return looking;
  }

  return {
    async start() {
      if (trunks.lendable().length === 0) return;
      stopListening = await db.listen(LOANS_CHANNEL, () => {
        isOld = true;
        // One that is on its way may have read before.
        void lookOnce().then(lookOnce);
      });
      await lookOnce();
      timer = setInterval(() => void lookOnce(), LOOK_EVERY_MS);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      stopListening();
      clearInterval(timer);
      await looking;
      for (const carrier of open) await trunks.take(carrier, 'end');
      for (const lease of held.values()) await lease.giveBack().catch(() => {});
      held.clear();
    },
  };
}

/** Operators look at a page that is told: whether a trunk reaches somebody no transaction says. */
function openTrunkNews({ db, trunks }: Pick<World, 'db' | 'trunks'>) {
  const wasUp = new Map<string, boolean>();
  return async (carriers: readonly string[]): Promise<void> => {
    const now = carriers.map((carrier) => [carrier, isTrunkUp(trunks.state(carrier))] as const);
    const changed = now.some(([carrier, isUp]) => (wasUp.get(carrier) ?? true) !== isUp);
    if (changed) await db.everyTenant('operators are told of lent trunks', (tx) => pushTenantsChanged(tx));
    for (const [carrier, isUp] of now) wasUp.set(carrier, isUp);
  };
}

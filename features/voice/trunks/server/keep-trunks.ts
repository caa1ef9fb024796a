import { coalesce } from '#core/coalesce.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { Lease, Leases } from '#platform/server/leases/lease.ts';
import type { World } from '#platform/server/world.ts';
import type { TrunkLines } from './open-trunk-lines.ts';
import { SIP_TRUNKS_SAID } from './trunk-news.ts';

/** How soon the trunks of a process that is gone are opened by another. */
const LOOK_EVERY_MS = 2_000;

export interface TrunkKeeper {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Each tenant's trunks are open on one process: the one that holds its lease. */
export function keepTrunks({ db, log }: Pick<World, 'db' | 'log'>, leases: Leases, lines: TrunkLines): TrunkKeeper {
  const held = new Map<number, Lease>();
  const stops: (() => void)[] = [];
  let isStopped = false;
  const report = (problem: unknown): void => {
    if (!isUnavailable(problem)) log.error({ err: problem }, 'bug: in keeping SIP trunks');
  };

  async function leave(tenantId: number, lease: Lease): Promise<void> {
    if (held.get(tenantId) !== lease) return;
    held.delete(tenantId);
    await lines.end(tenantId);
    await lease.giveBack();
  }

  async function take(tenantId: number): Promise<void> {
    const lease = await leases.take(`trunks ${tenantId}`);
    if (!lease) return;
    held.set(tenantId, lease);
    lease.onLost(() => void leave(tenantId, lease).catch(report));
    await lines.begin(tenantId, lease);
  }

  const look = coalesce(async () => {
    const wanted = new Set(await lines.leftBehind());
    for (const [tenantId, lease] of held) if (!wanted.has(tenantId)) await leave(tenantId, lease).catch(report);
    for (const tenantId of wanted) if (!isStopped && !held.has(tenantId)) await take(tenantId).catch(report);
  });
  const again = (): void => void look().catch(report);

  return {
    async start() {
      const looking = setInterval(again, LOOK_EVERY_MS);
      stops.push(() => clearInterval(looking), await db.listen(SIP_TRUNKS_SAID, again));
      await look();
    },
    async stop() {
      isStopped = true;
      for (const stop of stops.splice(0)) stop();
      await look().catch(report);
      for (const [tenantId, lease] of held) await leave(tenantId, lease).catch(report);
      await leases.stop();
    },
  };
}

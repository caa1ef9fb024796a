import { isUnavailable } from '#platform/server/db/db.ts';
import type { Lease, Leases } from '#platform/server/leases/lease.ts';
import type { World } from '#platform/server/world.ts';
import type { LentLine } from '#core/trunk/trunks.port.ts';
import { openNumberOwner } from './number-claims.ts';

/**
 * The trunks an installation lends. Rules:
 * 1. Every process opens them: calls leave from where they are made.
 * 2. One process registers: many carriers take one registration of an account. It is the one that holds the trunk's lease; when it
 *    is gone another has it within seconds.
 * 3. Calls that come in for a team at home elsewhere are led there (`apps/server/open-trunk-lead.ts`).
 */
export interface LentLines {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

export function openLentLines(
  { db, log, trunks }: Pick<World, 'db' | 'log' | 'trunks'>,
  leases: Pick<Leases, 'take'>,
): LentLines {
  const owner = openNumberOwner(db);
  const held = new Map<string, Lease>();
  const failed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let isStopped = false;

  async function put({ carrier, settings, tenantIds }: LentLine): Promise<void> {
    try {
      await trunks.put(carrier, held.has(carrier) ? settings : { ...settings, register: null }, {
        mayBePrivate: true,
        tenantId: null,
        // Whoever runs the installation said so before anybody else could.
        claimOf: async (number) => {
          const claim = await owner(number);
          return claim && (tenantIds === null || tenantIds.includes(claim.tenantId)) ? { ...claim, sinceMs: 0 } : null;
        },
      });
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
      if (!isStopped) void put(line);
    });
    await put(line);
  }

  async function look(): Promise<void> {
    for (const line of trunks.lent()) {
      if (isStopped) return;
      if (failed.has(line.carrier)) await put(line);
      if (line.settings.register && !held.has(line.carrier)) await take(line);
    }
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
      const lent = trunks.lent();
      if (lent.length === 0) return;
      for (const line of lent) await put(line);
      await lookOnce();
      timer = setInterval(() => void lookOnce(), LOOK_EVERY_MS);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      for (const { carrier } of trunks.lent()) await trunks.take(carrier, 'end');
      for (const lease of held.values()) await lease.giveBack().catch(() => {});
      held.clear();
    },
  };
}

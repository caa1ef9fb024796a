import type { AsteriskExchange } from '#adapters/telephony/asterisk/asterisk-exchange.ts';
import { StasisApplication } from '#adapters/telephony/asterisk/config/house-names.ts';
import type { Lease, Leases } from '#platform/server/leases/lease.ts';

const LEASE = 'exchange lobby';
const LOOK_EVERY_MS = 1_000;

/**
 * One process receives the calls of tenants nobody leads, and has somebody lead them. Two would take it from one another: it is the one
 * that holds the lease.
 */
export function openLobbyLead(
  leases: Pick<Leases, 'take'>,
  exchange: Pick<AsteriskExchange, 'lead' | 'leave'>,
  report: (problem: unknown) => void,
): { isKept(): boolean; stop(): Promise<void> } {
  let lease: Lease | null = null;
  let isLooking = false;
  let isStopped = false;

  async function look(): Promise<void> {
    if (lease || isLooking || isStopped) return;
    isLooking = true;
    try {
      const taken = await leases.take(LEASE);
      if (!taken) return;
      if (isStopped) return await taken.giveBack();
      lease = taken;
      taken.onLost(() => {
        if (lease !== taken) return;
        lease = null;
        exchange.leave(StasisApplication.lobby);
      });
      await exchange.lead(StasisApplication.lobby);
    } catch (problem) {
      report(problem);
    } finally {
      isLooking = false;
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();

  return {
    isKept: () => lease !== null,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const held = lease;
      lease = null;
      if (!held) return;
      exchange.leave(StasisApplication.lobby);
      // The connection it hangs on may have ended before us, and the lease with it.
      await held.giveBack().catch(() => {});
    },
  };
}

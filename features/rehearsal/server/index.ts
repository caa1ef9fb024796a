import { sql } from 'kysely';
import type { VirtualCustomer } from '#core/rehearsal/rehearsal.port.ts';
import { FRAME_MS } from '#core/telephony/sound.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { REHEARSAL_CHANGED, rehearsalApi, type Customer } from '../contract.ts';

/** Numbers to try and virtual customers who call in; only where the rehearsal carrier is. */
export function rehearsal({ db, rehearsal: stage, log }: Pick<World, 'db' | 'rehearsal' | 'log'>): ServerFeature {
  if (!stage) return { name: 'rehearsal', routes: [] };
  /** Whose number a customer called; customers are forgotten soon after they hung up. */
  const tenantOf = new Map<string, number>();
  let stopWatching = (): void => {};

  function tell(customer: VirtualCustomer): void {
    const tenantId = tenantOf.get(customer.customerId);
    if (tenantId === undefined) return;
    db.tenant({ tenantId }, (tx) => tx.push({ kind: REHEARSAL_CHANGED, body: shown(customer), access: 'rehearsal.use' })).catch((problem: unknown) => log.warn({ err: problem }, 'virtual customer not told'));
  }

  function forgetGone(): void {
    const present = new Set(stage!.customers().map(({ customerId }) => customerId));
    for (const customerId of tenantOf.keys()) if (!present.has(customerId)) tenantOf.delete(customerId);
  }

  return {
    name: 'rehearsal',
    async start() {
      stopWatching = stage.onChange(tell);
    },
    async stop() {
      stopWatching();
    },
    routes: routes('rehearsal', rehearsalApi, {
      async stage(caller) {
        const dids = await db.tenant(caller, ownNumbers);
        forgetGone();
        const customers = stage.customers().filter(({ customerId }) => tenantOf.get(customerId) === caller.tenantId).map(shown);
        return { numbers: [...stage.numbers()], dids, customers };
      },
      async callIn(caller, { did, from, script, seed }) {
        await db.tenant(caller, async (tx) => {
          if (!(await ownNumbers(tx)).some(({ number }) => number === did)) throw new Failure('notFound');
          caller.operation.note(did);
        });
        forgetGone();
        const placed = await stage.callIn({ did, ...(from && { from }), ...(script && { script }), ...(seed !== undefined && { seed }) });
        if (!placed) throw new Failure('tooManyRequests');
        tenantOf.set(placed.customerId, caller.tenantId);
        const customer = stage.customers().find(({ customerId }) => customerId === placed.customerId);
        if (customer) tell(customer);
        return placed;
      },
      async hangUp(caller, { customerId }) {
        if (tenantOf.get(customerId) !== caller.tenantId) throw new Failure('notFound');
        await db.tenant(caller, async () => caller.operation.note(customerId));
        stage.hangUp(customerId);
        return null;
      },
    }),
  };
}

async function ownNumbers(tx: TenantTx): Promise<{ number: string; remark: string }[]> {
  const { rows } = await sql<{ number: string; remark: string }>`select number, remark from did_number where enabled order by number`.execute(tx.as());
  return rows;
}

const shown = ({ customerId, did, from, script, state, sinceMs, heard }: VirtualCustomer): Customer => ({
  customerId, did, from, script, state, since: toWireTime(sinceMs), heardMs: heard.loudFrames * FRAME_MS,
});

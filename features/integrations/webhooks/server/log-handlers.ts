import { Failure } from '#shared/errors.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { randomUUID } from 'node:crypto';
import { hookEvents, TEST_EVENT, type DeliveryDetail, type HookEvent, type webhooksApi } from '../contract.ts';
import { order, type openDeliveries } from './deliver.ts';
import { deliveriesRepo } from './deliveries.repo.ts';
import { eventIdOf } from './signature.ts';
import { bodyOf } from './fan-out.ts';
import { webhooksRepo } from './webhooks.repo.ts';

type Calls = 'test' | 'log' | 'delivery' | 'resend';
/** The order that stands in should this process end before its own try is over. */
const STAND_IN_MS = 60_000;

/** How deliveries went, and sending by hand. */
export function logHandlers(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  { attempt }: ReturnType<typeof openDeliveries>,
): Handlers<Pick<typeof webhooksApi, Calls>> {
  async function detail(tx: TenantTx, caller: Caller, id: number): Promise<DeliveryDetail> {
    const found = await deliveriesRepo(tx).find(id);
    if (!found) throw new Failure('notFound');
    const { masked, ...rest } = found;
    const isShown =
      found.type === TEST_EVENT ||
      (mayUse(caller, hookEvents[found.type as HookEvent] ?? '') && (masked || !caller.needsMasking || caller.isOwner));
    return isShown ? rest : { ...rest, body: null, answer: null };
  }

  /** Tries now; what the order in the transaction would do later is done when this is over. */
  async function tryNow(
    caller: Caller,
    prepare: (tx: TenantTx) => Promise<{ deliveryId: number; turn: number; hookId: number }>,
  ): Promise<DeliveryDetail> {
    const { deliveryId, turn } = await db.tenant(caller, async (tx) => {
      const prepared = await prepare(tx);
      await order(
        tx,
        prepared.hookId,
        { tenantId: caller.tenantId, deliveryId: prepared.deliveryId, turn: prepared.turn },
        STAND_IN_MS,
      );
      return prepared;
    });
    await attempt({ tenantId: caller.tenantId, deliveryId, turn }, { byHand: true });
    return db.tenant({ tenantId: caller.tenantId }, (tx) => detail(tx, caller, deliveryId));
  }

  return {
    test: (caller, { id }) =>
      tryNow(caller, async (tx) => {
        const repo = webhooksRepo(tx);
        const hook = await repo.find(id);
        if (!hook) throw new Failure('notFound');
        const [eventId, { name }] = [eventIdOf(tx.tenantId, TEST_EVENT, randomUUID()), await repo.tenant()];
        const body = bodyOf(eventId, TEST_EVENT, { id: tx.tenantId, name }, { by: caller.name }, clock.nowMs());
        const deliveryId = await deliveriesRepo(tx).add(
          { hookId: id, eventId, type: TEST_EVENT, body, masked: true },
          clock.nowMs(),
        );
        caller.operation.note(hook.name);
        return { deliveryId: deliveryId!, turn: 1, hookId: id };
      }),

    log: (caller, wanted) => db.tenant(caller, (tx) => deliveriesRepo(tx).page(wanted)),
    delivery: (caller, { id }) => db.tenant(caller, (tx) => detail(tx, caller, id)),

    resend: (caller, { id }) =>
      tryNow(caller, async (tx) => {
        const found = await deliveriesRepo(tx).find(id);
        if (!found) throw new Failure('notFound');
        const hook = await webhooksRepo(tx).find(found.hookId);
        if (!hook?.enabled && found.type !== TEST_EVENT) throw new Failure('webhookOff');
        caller.operation.note(found.hookName, { after: { type: found.type, eventId: found.eventId } });
        return { deliveryId: id, turn: await deliveriesRepo(tx).restart(id, clock.nowMs()), hookId: found.hookId };
      }),
  };
}

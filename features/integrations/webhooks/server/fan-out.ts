import { languageFor, type Language } from '#shared/languages.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { HookEvent, TEST_EVENT } from '../contract.ts';
import { order } from './deliver.ts';
import { deliveriesRepo } from './deliveries.repo.ts';
import { eventIdOf } from './signature.ts';
import { stopHook } from './stop-hook.ts';
import { webhooksRepo } from './webhooks.repo.ts';

/** Something that happened, as one kind of reader is told of it. */
export interface News {
  type: HookEvent;
  /** What makes it this event and no other of its type. */
  key: string;
  data: object;
}

export interface NewsReader {
  language: Language;
  needsMasking: boolean;
}

export type FanOut = (
  tenantId: number,
  types: readonly HookEvent[],
  read: (tx: TenantTx, reader: NewsReader) => Promise<News[]> | News[],
) => Promise<void>;

/** The body of an event; signed and sent as it stands here. */
export const bodyOf = (
  id: string,
  type: HookEvent | typeof TEST_EVENT,
  tenant: { id: number; name: string },
  data: object,
  nowMs: number,
): string => JSON.stringify({ id, type, createdAt: toWireTime(nowMs), tenant, data });

/**
 * Puts events on their way to every hook that wants them. The same event twice is one. Nothing is read where nobody
 * listens. A hook for which too much waits hears of nothing more until somebody switches it on again: what came first stays.
 */
export const openFanOut =
  (world: Pick<World, 'db' | 'clock' | 'texts'>): FanOut =>
  (tenantId, types, read) =>
    world.db.tenant({ tenantId }, async (tx) => {
      const hooks = await withRoom(tx, world, await webhooksRepo(tx).listening(types));
      if (hooks.length === 0) return;
      const { name, language } = await webhooksRepo(tx).tenant();
      const nowMs = world.clock.nowMs();
      for (const needsMasking of new Set(hooks.map(({ maskNumbers }) => maskNumbers))) {
        const news = await read(tx, { language: languageFor([language]), needsMasking });
        for (const { type, key, data } of news) {
          const eventId = eventIdOf(tenantId, type, key);
          const body = bodyOf(eventId, type, { id: tenantId, name }, data, nowMs);
          for (const { id: hookId } of hooks.filter(
            (hook) => hook.maskNumbers === needsMasking && hook.events.includes(type),
          )) {
            const deliveryId = await deliveriesRepo(tx).add(
              { hookId, eventId, type, body, masked: needsMasking },
              nowMs,
            );
            if (deliveryId !== null) await order(tx, hookId, { tenantId, deliveryId, turn: 1 });
          }
        }
      }
    });

/** Those that can take on more; the others go off, and say so. */
async function withRoom<H extends { id: number }>(
  tx: TenantTx,
  world: Pick<World, 'clock' | 'texts'>,
  hooks: readonly H[],
): Promise<H[]> {
  const free: H[] = [];
  for (const hook of hooks) {
    if (await deliveriesRepo(tx).isFull(hook.id)) await stopHook(tx, world, hook.id, 'full');
    else free.push(hook);
  }
  return free;
}

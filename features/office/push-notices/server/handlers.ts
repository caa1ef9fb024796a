import { createECDH } from 'node:crypto';
import { isReceiverAddress } from '#core/http/receiver-address.ts';
import { noticeKinds } from '#core/push/notice-kinds.ts';
import { deviceName } from '#features/team/devices/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { NoticeDevice, pushNoticesApi } from '../contract.ts';
import type { PushKey } from './push-key.ts';
import { subscriptionsRepo, type SubscriptionRow } from './subscriptions.repo.ts';
import type { openNoticeSending } from './notice-sending.ts';

interface Needs extends Pick<World, 'db' | 'allowPrivate'> {
  pushKey: () => Promise<PushKey>;
  noticeSending: Pick<ReturnType<typeof openNoticeSending>, 'trial'>;
}

const shown =
  ({ sessionId }: Caller) =>
  (row: SubscriptionRow): NoticeDevice => ({
    id: row.id,
    name: row.name,
    kinds: row.kinds,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    failedAt: row.failed_at,
    current: row.session_id === sessionId,
  });

/** Nothing could be encrypted for a point that is none of the curve. */
function isOnCurve(p256dh: string): boolean {
  const any = createECDH('prime256v1');
  any.generateKeys();
  try {
    return any.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

/** One of the caller's own; any other does not exist. */
async function ownOf(tx: TenantTx, caller: Caller, id: number): Promise<SubscriptionRow> {
  const row = await subscriptionsRepo(tx).ofPerson(caller.userId, id);
  if (!row) throw new Failure('notFound');
  return row;
}

/** How people choose the devices that tell them. */
export function pushHandlers({ db, allowPrivate, pushKey, noticeSending }: Needs): Handlers<typeof pushNoticesApi> {
  function checkTarget({ endpoint, p256dh }: { endpoint: string; p256dh: string }): void {
    if (!isReceiverAddress(endpoint, { allowPrivate }))
      throw new Failure('invalidInput', 'endpoint: not a public https address');
    if (!isOnCurve(p256dh)) throw new Failure('invalidInput', 'p256dh: not a point of P-256');
  }
  return {
    key: async () => ({ publicKey: (await pushKey()).publicKey }),
    list: (caller) =>
      db.tenant(caller, async (tx) => (await subscriptionsRepo(tx).of(caller.userId)).map(shown(caller))),

    async subscribe(caller, { kinds = [...noticeKinds], ...target }) {
      checkTarget(target);
      const name = deviceName(caller.origin.userAgent).slice(0, 100);
      return db.tenant(caller, async (tx) => {
        caller.operation.note(name, { after: { kinds } });
        return { id: await subscriptionsRepo(tx).add(caller, target, { name, kinds }) };
      });
    },
    async renew(caller, target) {
      checkTarget(target);
      return db.tenant(caller, async (tx) => ({ known: await subscriptionsRepo(tx).renew(caller, target) }));
    },
    async choose(caller, { id, kinds }) {
      await db.tenant(caller, async (tx) => {
        const { name, kinds: before } = await ownOf(tx, caller, id);
        caller.operation.note(name, { before: { kinds: before }, after: { kinds } });
        await subscriptionsRepo(tx).choose(id, kinds);
      });
      return null;
    },
    async remove(caller, { id }) {
      await db.tenant(caller, async (tx) => {
        const { name, kinds } = await ownOf(tx, caller, id);
        caller.operation.note(name, { before: { kinds } });
        await subscriptionsRepo(tx).remove(id);
      });
      return null;
    },
    async trial(caller, { id }) {
      const row = await db.tenant(caller, (tx) => ownOf(tx, caller, id));
      return { outcome: await noticeSending.trial(caller, row) };
    },
    async here(caller, { tab, isVisible }) {
      return db.tenant(caller, async (tx) => {
        const repo = subscriptionsRepo(tx);
        const hasDevices = (await repo.of(caller.userId)).length > 0;
        if (hasDevices) await repo.here(caller.userId, tab, isVisible);
        return { hasDevices };
      });
    },
  };
}

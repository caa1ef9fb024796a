import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import {
  DEVICE_REMOVED,
  devicesApi,
  SIGNED_IN,
  type Device,
  type DeviceRemovedEvent,
  type SignedInEvent,
} from '../contract.ts';
import { demoDevices } from './demo.ts';
import { devicesRepo, touchDevice, type DeviceRow } from './devices.repo.ts';

export { deviceName } from './device-name.ts';
export { touchDevice, type DeviceSeen } from './devices.repo.ts';

/** The browsers and phones people registered from. */
export function devices({ db, sessions }: Pick<World, 'db' | 'sessions'>): ServerFeature {
  const list = (caller: Caller, userId: number): Promise<Device[]> =>
    db.tenant(caller, async (tx) => (await devicesRepo(tx).of(userId)).map((row) => shown(row, caller)));

  async function remove(caller: Caller, userId: number, id: number): Promise<null> {
    await db.tenant(caller, async (tx) => {
      const repo = devicesRepo(tx);
      // As everywhere: only an owner acts on an owner.
      if (userId !== caller.userId && !caller.isOwner && (await repo.isOwner(userId))) throw new Failure('notAllowed');
      const device = await repo.find(userId, id);
      if (!device) throw new Failure('notFound');
      caller.operation.note(device.name, {
        before: { name: device.name, address: device.address, firstSeen: device.first_seen },
      });
      for (const sessionId of device.session_ids) await sessions.end(tx, { sessionId });
      await repo.remove(id);
      await tx.announce(DEVICE_REMOVED, {
        tenantId: tx.tenantId,
        userId,
        deviceId: device.device_id,
      } satisfies DeviceRemovedEvent);
    });
    return null;
  }

  return {
    name: 'devices',
    demo: demoDevices,
    subscriptions: {
      [SIGNED_IN]: ({ tenantId, ...seen }: SignedInEvent) => db.tenant({ tenantId }, (tx) => touchDevice(tx, seen)),
    },
    routes: routes('devices', devicesApi, {
      list: (caller) => list(caller, caller.userId),
      remove: (caller, { id }) => remove(caller, caller.userId, id),
      listOf: (caller, { userId }) => list(caller, userId),
      removeOf: (caller, { userId, id }) => remove(caller, userId, id),
    }),
  };
}

function shown(
  { id, kind, name, address, first_seen, last_seen, used_at, session_ids }: DeviceRow,
  caller: Caller,
): Device {
  const lastSeen = used_at !== null && used_at > last_seen ? used_at : last_seen;
  return {
    id,
    kind,
    name,
    address,
    firstSeen: first_seen,
    lastSeen,
    signedIn: session_ids.length > 0,
    current: session_ids.includes(caller.sessionId),
  };
}

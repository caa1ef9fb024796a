import { z } from 'zod';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

export const Device = z.object({
  id: z.number(),
  kind: z.enum(['browser', 'phone']),
  /** `Chrome · Windows`; a softphone says its own name. */
  name: z.string(),
  address: z.string(),
  firstSeen: WireTime,
  lastSeen: WireTime,
  /** Somebody is signed in there now. */
  signedIn: z.boolean(),
  /** It is the one that asks. */
  current: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** Announced by the account feature in the transaction that opens a session. */
export const SIGNED_IN = 'account.signedIn';
export const SignedInEvent = z.object({
  tenantId: z.number(),
  userId: z.number(),
  deviceId: z.string(),
  userAgent: z.string(),
  address: z.string(),
});
export type SignedInEvent = z.infer<typeof SignedInEvent>;

/** Announced when somebody takes a device out of a list: it is a stranger from then on. */
export const DEVICE_REMOVED = 'devices.removed';
export interface DeviceRemovedEvent {
  tenantId: number;
  userId: number;
  deviceId: string;
}

const at = <P extends string>(path: P) => `/cc/api/devices/v1/${path}` as const;

export const devicesApi = {
  list: endpoint({
    method: 'GET',
    path: at('list'),
    access: 'signedIn',
    summary: 'The browsers and phones I registered from, last used first.',
    input: nothing,
    data: z.array(Device),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('{id}'),
    access: 'signedIn',
    ofPerson: true,
    summary: 'Forgets one of my devices and ends its sessions.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  listOf: endpoint({
    method: 'GET',
    path: at('user/{userId}/list'),
    access: 'devices.view',
    summary: 'The browsers and phones a colleague registered from.',
    input: z.object({ userId: Id }),
    data: z.array(Device),
  }),
  removeOf: endpoint({
    method: 'DELETE',
    path: at('user/{userId}/{id}'),
    access: 'devices.edit',
    summary: 'Forgets a device of a colleague and ends its sessions.',
    input: z.object({ userId: Id, id: Id }),
    data: z.null(),
  }),
};

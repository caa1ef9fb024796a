import { z } from 'zod';
import { SeatKind } from '#shared/codes/seat-kind.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { SeatType } from '#shared/codes/seat-type.ts';
import { endpoint, Id, nothing } from '#shared/endpoint.ts';

export const SeatUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  textSeat: z.boolean(),
  voiceSeat: z.boolean(),
  onlineStatus: SeatOnline.schema,
});
export type SeatUser = z.infer<typeof SeatUser>;

/** Where somebody works now. A person with both seats works on one of them at a time. */
export const SeatState = z.object({
  online_status: SeatOnline.schema,
  /** Null for people without a seat. */
  seatInUse: SeatKind.schema.nullable(),
});
export type SeatState = z.infer<typeof SeatState>;

/** Pushed to the person's own tabs; the body is a SeatState. */
export const SEATS_CHANGED = 'seats.changed';
/** Announced: a text seat went online or offline, `{tenantId, userId, online}`. */
export const SEAT_SWITCHED = 'seats.switched';

const SeatUse = z.object({
  /** Null: as many as wanted. */
  limit: z.number().int().nullable(),
  used: z.number().int(),
});

const at = <P extends string>(path: P) => `/admin/saas_plat/${path}` as const;

export const seatsApi = {
  seatUsers: endpoint({ method: 'GET', path: at('user/getSeatUser'), access: 'signedIn', summary: 'The people with a text or voice seat.', input: nothing, data: z.array(SeatUser) }),
  onlineStatus: endpoint({ method: 'GET', path: at('user/online_status'), access: 'signedIn', renewsSession: false, summary: 'Whether my text seat takes conversations.', input: nothing, data: SeatState }),
  switchOnlineStatus: endpoint({
    method: 'PUT', path: at('user/switch_online_status'), alsoAt: ['/saas_plat/user/switch_online_status'], access: 'signedIn',
    summary: 'Lets my text seat take conversations (1) or not (0); a closing page sends 0 by itself.',
    input: z.object({ online_status: z.coerce.number().pipe(SeatOnline.schema) }),
    data: SeatState,
  }),
  forceOffline: endpoint({
    method: 'PUT', path: at('user/force_offline'), access: 'seats.supervise', summary: 'Takes the text seat of a colleague offline; what they were talking about goes to others.',
    input: z.object({ user_id: Id }), data: z.null(),
  }),
  seatLimit: endpoint({ method: 'GET', path: at('seat/limit'), access: 'signedIn', summary: 'Seats bought and seats given away, by kind.', input: nothing, data: z.object({ text: SeatUse, voice: SeatUse }) }),
  seatType: endpoint({ method: 'GET', path: at('seat/type'), access: 'signedIn', summary: 'How seats are obtained; 1 is queued allocation.', input: nothing, data: z.object({ seat_type: SeatType.schema }) }),
  workbenchUserInfo: endpoint({
    method: 'GET', path: at('user/workbenchUserInfo'), access: 'signedIn', summary: 'Everything the workbench needs to know about me, in one answer.',
    input: nothing,
    data: SeatUser.extend({ tenantId: z.number(), tenantName: z.string(), seat_type: SeatType.schema, seatInUse: SeatKind.schema.nullable() }),
  }),
  shiftSeat: endpoint({
    method: 'PUT', path: at('user/getShiftSeat'), access: 'signedIn',
    summary: 'Goes on at the other of my seats. Shifting to the voice seat takes the text seat offline.',
    input: z.object({ type: SeatKind.schema }),
    data: SeatState,
  }),
};

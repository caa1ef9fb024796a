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
/** Announced: a text seat went online or offline, `{tenantId, userId, online, isGone}`; `isGone` when nobody wanted that: the page is not there. */
export const SEAT_SWITCHED = 'seats.switched';

/** How somebody stands with a seat of a kind that the team shares. */
export const SeatPlace = z.object({
  at: z.enum(['none', 'waiting', 'granted']),
  /** How many stand before them in the line. */
  ahead: z.number().int(),
});
export type SeatPlace = z.infer<typeof SeatPlace>;

/** Pushed to the person's own tabs when their place changed; `isLost`: because no page of theirs was there. */
export const SEAT_ALLOCATED = 'seats.allocated';
export type SeatAllocated = SeatPlace & { type: SeatKind; isLost: boolean };

const SeatUse = z.object({
  /** Null: as many as wanted. */
  limit: z.number().int().nullable(),
  /** People who have a seat of the kind. */
  used: z.number().int(),
  /** How many of them work now, and how many wait for a seat that is shared. */
  working: z.number().int(),
  waiting: z.number().int(),
});

const at = <P extends string>(path: P) => `/admin/saas_plat/${path}` as const;

export const seatsApi = {
  seatUsers: endpoint({
    method: 'GET',
    path: at('user/getSeatUser'),
    access: 'signedIn',
    summary: 'The people with a text or voice seat.',
    input: nothing,
    data: z.array(SeatUser),
  }),
  onlineStatus: endpoint({
    method: 'GET',
    path: at('user/online_status'),
    access: 'signedIn',
    renewsSession: false,
    summary: 'Whether my text seat takes conversations.',
    input: nothing,
    data: SeatState,
  }),
  switchOnlineStatus: endpoint({
    method: 'PUT',
    path: at('user/switch_online_status'),
    alsoAt: ['/saas_plat/user/switch_online_status'],
    access: 'signedIn',
    summary: 'Lets my text seat take conversations (1) or not (0); a closing page sends 0 by itself.',
    input: z.object({
      online_status: z.coerce.number().pipe(SeatOnline.schema),
      /** The page is being closed: a shared seat is kept for a minute, as the page may only be loaded anew. */
      closing: z.boolean().default(false),
    }),
    data: SeatState,
  }),
  forceOffline: endpoint({
    method: 'PUT',
    path: at('user/force_offline'),
    access: 'seats.supervise',
    summary: 'Takes the text seat of a colleague offline; what they were talking about goes to others.',
    input: z.object({ user_id: Id }),
    data: z.null(),
  }),
  seatLimit: endpoint({
    method: 'GET',
    path: at('seat/limit'),
    access: 'signedIn',
    summary: 'Seats bought and seats given away, by kind.',
    input: nothing,
    data: z.object({ text: SeatUse, voice: SeatUse }),
  }),
  seatType: endpoint({
    method: 'GET',
    path: at('seat/type'),
    access: 'signedIn',
    summary: 'How seats are obtained; 1 is queued allocation.',
    input: nothing,
    data: z.object({ seat_type: SeatType.schema }),
  }),
  /**
   * `reads`, because whoever waits asks again and again, and it leaves its trace in what the person does at the seat.
   * Whoever gets a text seat is online with it.
   */
  seatAllocation: endpoint({
    method: 'POST',
    path: at('seat/allocation'),
    access: 'signedIn',
    reads: true,
    summary: 'Asks for a seat of a kind: granted at once, or a place in the line. Asking again keeps the place.',
    input: z.object({ type: SeatKind.schema }),
    data: z.object({ granted: z.boolean(), ahead: z.number().int() }),
  }),
  giveUpSeat: endpoint({
    method: 'POST',
    path: at('seat/giveUp'),
    access: 'signedIn',
    reads: true,
    summary: 'Waits no longer for a seat of a kind; whoever works at one keeps it.',
    input: z.object({ type: SeatKind.schema }),
    data: z.null(),
  }),
  seatPlaces: endpoint({
    method: 'GET',
    path: at('seat/places'),
    access: 'signedIn',
    renewsSession: false,
    summary: 'Whether I wait for a seat, and how many are ahead.',
    input: nothing,
    data: z.object({ text: SeatPlace, voice: SeatPlace }),
  }),
  workbenchUserInfo: endpoint({
    method: 'GET',
    path: at('user/workbenchUserInfo'),
    access: 'signedIn',
    summary: 'Everything the workbench needs to know about me, in one answer.',
    input: nothing,
    data: SeatUser.extend({
      tenantId: z.number(),
      tenantName: z.string(),
      seat_type: SeatType.schema,
      seatInUse: SeatKind.schema.nullable(),
    }),
  }),
  shiftSeat: endpoint({
    method: 'PUT',
    path: at('user/getShiftSeat'),
    access: 'signedIn',
    summary: 'Goes on at the other of my seats. Shifting to the voice seat takes the text seat offline.',
    input: z.object({ type: SeatKind.schema }),
    data: SeatState,
  }),
};

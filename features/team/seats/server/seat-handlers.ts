import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { Failure } from '#shared/errors.ts';
import type { seatsApi } from '../contract.ts';
import { seatClaimsRepo } from './seat-claims.repo.ts';
import type { SeatDesk } from './seat-desk.ts';
import { seatsRepo, seatTypeOf, stateOf, userOf } from './seats.repo.ts';
import { seatLimitOf, seatSettings } from './shared-seats.ts';
import { switchSeat } from './switch-seat.ts';
import { takeOffline } from './take-offline.ts';

/** What members ask about seats, and for one. */
export function seatHandlers(world: Pick<World, 'db' | 'clock'>, desk: SeatDesk): Handlers<typeof seatsApi> {
  const { db } = world;
  return {
    seatUsers: (caller) => db.tenant(caller, async (tx) => (await seatsRepo(tx).withSeats()).map(userOf)),

    onlineStatus: (caller) => db.tenant(caller, async (tx) => stateOf((await seatsRepo(tx).find(caller.userId))!)),

    async switchOnlineStatus(caller, { online_status, closing }) {
      const online = online_status === SeatOnline.online;
      const after = await switchSeat(
        world,
        caller,
        ({ textSeat, seatInUse }) => {
          if (online && !textSeat) throw new Failure('seatMissing');
          return { online, seatInUse };
        },
        { wantsSeat: online, isGone: closing },
      );
      if (!online && !closing) await desk.leave(caller, 'text');
      return after;
    },

    async shiftSeat(caller, { type }) {
      const after = await switchSeat(world, caller, ({ textSeat, voiceSeat, online_status }) => {
        if (!(type === 'text' ? textSeat : voiceSeat)) throw new Failure('seatMissing');
        // Conversations must not be handed to somebody who went over to calls.
        return { online: type === 'text' && online_status === SeatOnline.online, seatInUse: type };
      });
      await desk.leave(caller, type === 'text' ? 'voice' : 'text');
      return after;
    },

    forceOffline: (caller, { user_id }) =>
      db.tenant(caller, async (tx) => {
        const name = await takeOffline(tx, user_id);
        if (name === null) throw new Failure('notFound');
        caller.operation.note(name);
        return null;
      }),

    seatLimit: (caller) =>
      db.tenant(caller, async (tx) => {
        const used = await seatsRepo(tx).used();
        return { text: await use(tx, 'text', used.text), voice: await use(tx, 'voice', used.voice) };
      }),

    seatType: (caller) =>
      db.tenant(caller, async (tx) => ({ seat_type: seatTypeOf(await seatsRepo(tx).setting(seatSettings.type)) })),

    seatAllocation: (caller, { type }) => desk.allocate(caller, type),

    async giveUpSeat(caller, { type }) {
      await desk.leave(caller, type);
      return null;
    },

    seatPlaces: (caller) =>
      db.tenant(caller, async (tx) => {
        const repo = seatClaimsRepo(tx);
        return { text: await repo.place(caller.userId, 'text'), voice: await repo.place(caller.userId, 'voice') };
      }),

    workbenchUserInfo: (caller) =>
      db.tenant(caller, async (tx) => {
        const repo = seatsRepo(tx);
        const row = (await repo.find(caller.userId))!;
        const seat_type = seatTypeOf(await repo.setting(seatSettings.type));
        return {
          ...userOf(row),
          tenantId: caller.tenantId,
          tenantName: await repo.tenantName(),
          seat_type,
          seatInUse: stateOf(row).seatInUse,
        };
      }),
  };
}

const use = async (tx: TenantTx, kind: SeatKind, used: number) => ({
  limit: await seatLimitOf(tx, kind),
  used,
  ...(await seatClaimsRepo(tx).counts(kind)),
});

import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { Failure } from '#shared/errors.ts';
import { SEAT_SWITCHED, SEATS_CHANGED, seatsApi, type SeatState } from '../contract.ts';
import { takeOffline } from './take-offline.ts';
import { limitOf, seatsRepo, seatTypeOf, stateOf, userOf } from './seats.repo.ts';

export { takeOffline } from './take-offline.ts';

/** Names of the tenant's settings that this feature reads. */
export const seatSettings = { type: 'SeatType', textLimit: 'SeatLimitText', voiceLimit: 'SeatLimitVoice' } as const;

/** Who has a seat, how many there are, and who works on which. */
export function seats({ db }: Pick<World, 'db'>): ServerFeature {
  /** Changes where the caller works; their other tabs follow. */
  function change(caller: Caller, decide: (now: SeatState & { textSeat: boolean; voiceSeat: boolean }) => { online: boolean; seatInUse: SeatKind | null }): Promise<SeatState> {
    return db.tenant(caller, async (tx) => {
      const repo = seatsRepo(tx);
      await repo.lock(caller.userId);
      const row = (await repo.find(caller.userId))!;
      const before = stateOf(row);
      const next = decide({ ...before, textSeat: row.textSeat, voiceSeat: row.voiceSeat });
      await repo.keep(caller.userId, next);
      const after = stateOf({ ...row, online: next.online, seat_in_use: next.seatInUse });
      caller.operation.note(caller.name, { before, after });
      if (JSON.stringify(before) !== JSON.stringify(after)) await tx.push({ kind: SEATS_CHANGED, body: after, to: { userId: caller.userId } });
      if (before.online_status !== after.online_status) await tx.announce(SEAT_SWITCHED, { tenantId: tx.tenantId, userId: caller.userId, online: after.online_status === SeatOnline.online });
      return after;
    });
  }

  return {
    name: 'seats',
    routes: routes('seats', seatsApi, {
      seatUsers: (caller) => db.tenant(caller, async (tx) => (await seatsRepo(tx).withSeats()).map(userOf)),

      onlineStatus: (caller) => db.tenant(caller, async (tx) => stateOf((await seatsRepo(tx).find(caller.userId))!)),

      switchOnlineStatus: (caller, { online_status }) =>
        change(caller, ({ textSeat, seatInUse }) => {
          const online = online_status === SeatOnline.online;
          if (online && !textSeat) throw new Failure('seatMissing');
          return { online, seatInUse };
        }),

      shiftSeat: (caller, { type }) =>
        change(caller, ({ textSeat, voiceSeat, online_status }) => {
          if (!(type === 'text' ? textSeat : voiceSeat)) throw new Failure('seatMissing');
          // Conversations must not be handed to somebody who went over to calls.
          return { online: type === 'text' && online_status === SeatOnline.online, seatInUse: type };
        }),

      forceOffline: (caller, { user_id }) =>
        db.tenant(caller, async (tx) => {
          const name = await takeOffline(tx, user_id);
          if (name === null) throw new Failure('notFound');
          caller.operation.note(name);
          return null;
        }),

      seatLimit: (caller) =>
        db.tenant(caller, async (tx) => {
          const repo = seatsRepo(tx);
          const used = await repo.used();
          return {
            text: { limit: limitOf(await repo.setting(seatSettings.textLimit)), used: used.text },
            voice: { limit: limitOf(await repo.setting(seatSettings.voiceLimit)), used: used.voice },
          };
        }),

      seatType: (caller) => db.tenant(caller, async (tx) => ({ seat_type: seatTypeOf(await seatsRepo(tx).setting(seatSettings.type)) })),

      workbenchUserInfo: (caller) =>
        db.tenant(caller, async (tx) => {
          const repo = seatsRepo(tx);
          const row = (await repo.find(caller.userId))!;
          const seat_type = seatTypeOf(await repo.setting(seatSettings.type));
          return { ...userOf(row), tenantId: caller.tenantId, tenantName: await repo.tenantName(), seat_type, seatInUse: stateOf(row).seatInUse };
        }),
    }),
  };
}

import { AGENT_STATUS_CHANGED } from '#features/team/agent-status/contract.ts';
import { SETTING_CHANGED, type SettingName } from '#features/team/access/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { SeatKind } from '#shared/codes/seat-kind.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { Failure } from '#shared/errors.ts';
import { SEAT_SWITCHED, SEATS_CHANGED, seatsApi, type SeatState } from '../contract.ts';
import { takeOffline } from './take-offline.ts';
import { openSeatDesk } from './seat-desk.ts';
import { seatClaimsRepo } from './seat-claims.repo.ts';
import { holdsSeat, seatLimitOf, seatSettings } from './shared-seats.ts';
import { seatsRepo, seatTypeOf, stateOf, userOf } from './seats.repo.ts';

export { takeOffline } from './take-offline.ts';
export { holdsSeat } from './shared-seats.ts';

interface Switched {
  tenantId: number;
  userId: number;
}

/** Who has a seat, how many there are, and who works on which. */
export function seats({ db, sessions, clock, log }: Pick<World, 'db' | 'sessions' | 'clock' | 'log'>): ServerFeature {
  const desk = openSeatDesk({ db, clock, log });
  let stopHearing = (): void => {};

  /** Changes where the caller works; their other tabs follow. */
  function change(
    caller: Caller,
    decide: (now: SeatState & { textSeat: boolean; voiceSeat: boolean }) => {
      online: boolean;
      seatInUse: SeatKind | null;
    },
    { wantsSeat = false, isGone = false } = {},
  ): Promise<SeatState> {
    return db.tenant(caller, async (tx) => {
      const repo = seatsRepo(tx);
      const hasSeat = !wantsSeat || (await holdsSeat(tx, caller.userId, 'text', clock.nowMs()));
      await repo.lock(caller.userId);
      const row = (await repo.find(caller.userId))!;
      const before = stateOf(row);
      const next = decide({ ...before, textSeat: row.textSeat, voiceSeat: row.voiceSeat });
      if (!hasSeat) throw new Failure('seatNotGranted');
      await repo.keep(caller.userId, next);
      const after = stateOf({ ...row, online: next.online, seat_in_use: next.seatInUse });
      caller.operation.note(caller.name, { before, after });
      if (JSON.stringify(before) !== JSON.stringify(after))
        await tx.push({ kind: SEATS_CHANGED, body: after, to: { userId: caller.userId } });
      if (before.online_status !== after.online_status)
        await tx.announce(SEAT_SWITCHED, {
          tenantId: tx.tenantId,
          userId: caller.userId,
          online: after.online_status === SeatOnline.online,
          isGone,
        });
      return after;
    });
  }

  const use = async (tx: TenantTx, kind: SeatKind, used: number) => ({
    limit: await seatLimitOf(tx, kind),
    used,
    ...(await seatClaimsRepo(tx).counts(kind)),
  });

  return {
    name: 'seats',
    routes: routes('seats', seatsApi, {
      seatUsers: (caller) => db.tenant(caller, async (tx) => (await seatsRepo(tx).withSeats()).map(userOf)),

      onlineStatus: (caller) => db.tenant(caller, async (tx) => stateOf((await seatsRepo(tx).find(caller.userId))!)),

      async switchOnlineStatus(caller, { online_status, closing }) {
        const online = online_status === SeatOnline.online;
        const after = await change(
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
        const after = await change(caller, ({ textSeat, voiceSeat, online_status }) => {
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
    }),
    subscriptions: {
      // Whoever chose to leave, or was taken away, leaves the seat; one whose page is gone may come back for a while.
      [SEAT_SWITCHED]: async ({ online, isGone, ...person }: Switched & { online: boolean; isGone: boolean }) => {
        if (!online && !isGone) await desk.leave(person, 'text');
      },
      [AGENT_STATUS_CHANGED]: async ({
        changes,
        ...person
      }: Switched & { changes: { status: AgentStatus; reason: string | null }[] }) => {
        const last = changes.at(-1);
        if (last?.status === AgentStatus.offline && last.reason !== 'gone') await desk.leave(person, 'voice');
      },
      [SETTING_CHANGED]: async ({ tenantId, name }: { tenantId: number; name: SettingName }) => {
        if (Object.values<string>(seatSettings).includes(name)) await desk.rulesChanged(tenantId);
      },
    },
    async start(pages) {
      stopHearing = sessions.onEnded(
        (sessionId) =>
          void desk
            .signedOut(sessionId)
            .catch(
              (problem: unknown) =>
                void (isUnavailable(problem) || log.error({ err: problem }, 'a seat could not be left')),
            ),
      );
      desk.start(pages);
    },
    async stop() {
      stopHearing();
      await desk.stop();
    },
  };
}

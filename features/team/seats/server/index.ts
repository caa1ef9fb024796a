import { AGENT_STATUS_CHANGED } from '#features/team/agent-status/contract.ts';
import { SETTING_CHANGED, type SettingName } from '#features/team/access/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { SEAT_SWITCHED, seatsApi } from '../contract.ts';
import { openSeatDesk } from './open-seat-desk.ts';
import { seatHandlers } from './seat-handlers.ts';
import { seatSettings } from './shared-seats.ts';

export { takeOffline } from './take-offline.ts';
export { holdsSeat, sharedSeatLimits, sharedSeats } from './shared-seats.ts';

interface Switched {
  tenantId: number;
  userId: number;
}

/** Most changes of status are calls that begin and end. */
function hasLeft({ changes }: { changes: { status: AgentStatus; reason: string | null }[] }): boolean {
  const last = changes.at(-1);
  return last?.status === AgentStatus.offline && last.reason !== 'gone';
}

/** Who has a seat, how many there are, and who works on which. */
export function seats({ db, sessions, clock, log }: Pick<World, 'db' | 'sessions' | 'clock' | 'log'>): ServerFeature {
  const desk = openSeatDesk({ db, clock, log });
  let stopListening = (): void => {};

  return {
    name: 'seats',
    routes: routes('seats', seatsApi, seatHandlers({ db, clock }, desk)),
    subscriptions: {
      // Whoever chose to leave, or was taken away, leaves the seat; one whose page is gone may come back for a while.
      [SEAT_SWITCHED]: async ({ online, isGone, ...person }: Switched & { online: boolean; isGone: boolean }) => {
        if (!online && !isGone) await desk.leave(person, 'text');
      },
      [AGENT_STATUS_CHANGED]: {
        when: hasLeft,
        run: ({ tenantId, userId }: Switched) => desk.leave({ tenantId, userId }, 'voice'),
      },
      [SETTING_CHANGED]: async ({ tenantId, name }: { tenantId: number; name: SettingName }) => {
        if (Object.values<string>(seatSettings).includes(name)) await desk.rulesChanged(tenantId);
      },
    },
    async start(pages) {
      stopListening = sessions.onEnded(
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
      stopListening();
      await desk.stop();
    },
  };
}

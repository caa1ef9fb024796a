import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { callsApi } from '../contract.ts';
import type { CallDesk } from './call-desk.ts';
import { callHandlers } from './call-handlers.ts';
import { notesPersonData } from './call-person.ts';
import type { CallDeskParts } from './desk-orders.ts';
import { forgetReportsJob } from './forget-reports.ts';
import { mobileHandlers } from './mobile-handlers.ts';
import { monitorHandlers } from './monitor-handlers.ts';
import { noteTimeline } from './note-timeline.ts';
import { openCallDesk } from './open-call-desk.ts';
import { pageHandlers } from './page-handlers.ts';
import { targetHandlers } from './target-handlers.ts';

export type { CallDesk, LiveNow } from './call-desk.ts';
export { openCallDesk } from './open-call-desk.ts';
export { demoQualityReports } from './demo.ts';
export type { CallDeskParts } from './desk-orders.ts';
export { notePreviewCall } from './preview-note.ts';

/** Live calls: one driven machine each. */
export function calls(world: World, parts: CallDeskParts, desk: CallDesk = openCallDesk(world, parts)): ServerFeature {
  return {
    name: 'calls',
    personData: [notesPersonData],
    timeline: [noteTimeline],
    jobs: [forgetReportsJob(world)],
    routes: routes(
      'calls',
      callsApi,
      {
        ...callHandlers(world, desk),
        ...mobileHandlers(desk),
        ...monitorHandlers(world, desk, parts.board),
        ...pageHandlers(world, desk),
        ...targetHandlers(world, desk),
      },
      { atHome: 'all' },
    ),
    start: desk.start,
    stop: desk.stop,
  };
}

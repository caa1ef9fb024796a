import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { followRecordsApi } from '../contract.ts';
import { demoFollowRecords } from './demo.ts';
import { followNotices } from './follow-notices.ts';
import { followPersonData, followTies, followTimeline } from './follow-person.ts';
import { followRecordHandlers } from './follow-record-handlers.ts';
import { remindJob } from './reminders.ts';

/** What people noted about customers, and what they are to do. */
export function followRecords(world: Pick<World, 'db' | 'clock' | 'catalogue'>): ServerFeature {
  return {
    name: 'follow-records',
    personData: [followPersonData],
    timeline: [followTimeline],
    customerTies: [followTies],
    menu: [
      {
        key: '/followUps',
        name: 'follow-records.menu',
        system: System.contactCentre,
        order: 26,
        access: 'follow-records.use',
        icon: 'calendar-clock',
      },
    ],
    notices: [followNotices(world)],
    jobs: [remindJob(world)],
    demo: demoFollowRecords,
    routes: routes('follow-records', followRecordsApi, followRecordHandlers(world)),
  };
}

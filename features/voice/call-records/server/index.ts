import { rm } from 'node:fs/promises';
import { isTestRecording } from '#core/flow-test/test-recording.ts';
import type { LeftRecording } from '#core/telephony/exchange-facts.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes, type Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { CALL_ENDED, callRecordsApi } from '../contract.ts';
import type { CallBook } from './call-book.ts';
import { callFinder } from './call-finder.ts';
import { callPersonData } from './call-person.ts';
import { callSteps } from './call-steps.ts';
import { callTimeline } from './call-timeline.ts';
import { recordsExport } from './export.ts';
import { demoCallRecords, type TieDemoCalls } from './demo.ts';
import { missedNotices, reachedNobody, notifyMissed } from './missed-notices.ts';
import { nameRecordsJob } from './name-records.ts';
import { recordHandlers } from './record-handlers.ts';
import { recordingHandlers } from './recording-access.ts';
import { expireRecordingsJob, olderRecordings, retentionDays, setRetentionDays } from './retention.ts';
import { thinQualityJob } from './thin-quality.ts';

export type * from './call-book.ts';
export { tiedByCalls } from './call-ties.ts';
export { callSort, lossPlaceOf } from './call-sort.ts';
export { callersOfGroups } from './callers-of-groups.ts';
export { callDaysOf, callsOfTenants, livingCalls } from './calls-of-tenants.ts';
export { callbackNumber, customerOfCall } from './callback-number.ts';
export {
  aiCallsWith,
  callsWith,
  chooseCustomer,
  customerNumbers,
  endOfCalls,
  isAiCall,
  markAiCall,
  knownCallers,
  lastCalls,
  lastCallWith,
  moveCalls,
  nameCustomers,
  nameDemoCalls,
  tieVisitorCalls,
} from './call-customers.ts';
export { callsOfPerson, forgetInCalls, recordingsOfPerson, exportCallsOf, type CallPerson } from './call-person.ts';
export { demoAiCall } from './demo-ai-call.ts';
export { demoVoicemail } from './demo-voicemail.ts';
export { demoCustomers, type DemoCustomer } from './demo-customers.ts';
export { openCallBook } from './open-call-book.ts';
export { openedRecord } from './opened-record.ts';
export { readCalls, readRecording } from './read-calls.ts';
export { recordRows } from './record-rows.ts';
export { retentionDays } from './retention.ts';
export { taskCallsAmong, type TaskCallRecord } from './task-calls.ts';

/** Every call that was, and its recording. */
export const callRecords = (
  world: World,
  book: CallBook & { stop(): Promise<void> },
  tieDemoCalls: TieDemoCalls,
): ServerFeature => ({
  name: 'call-records',
  menu: [
    {
      key: '/record',
      name: 'call-records.menu',
      system: System.contactCentre,
      order: 30,
      access: 'call-records.use',
      icon: 'phone-call',
    },
  ],
  demo: demoCallRecords(world, tieDemoCalls),
  finders: [callFinder(world)],
  firstSteps: callSteps,
  notices: [missedNotices(world)],
  subscriptions: { [CALL_ENDED]: { when: reachedNobody, run: notifyMissed(world) } },
  jobs: [expireRecordingsJob(world), nameRecordsJob(world), thinQualityJob(world)],
  personData: [callPersonData],
  timeline: [callTimeline],
  exports: [recordsExport(world)],
  routes: routes('call-records', callRecordsApi, {
    ...recordHandlers(world, book),
    ...recordingHandlers(world),
    ...retentionHandlers(world),
  }),
  start: () => adoptLeft(world, book),
  stop: () => book.stop(),
});

const STRANGER = 'a recording on disk belongs to no call';

/** Recordings an earlier run left: counted now, before there are new ones, and taken in while calls already come. */
async function adoptLeft({ exchange, log }: Pick<World, 'exchange' | 'log'>, book: CallBook): Promise<void> {
  const left = (await exchange.leftRecordings?.()) ?? [];
  const adopt = async (found: readonly LeftRecording[]): Promise<void> => {
    for (const one of found) {
      // A test that a stop cut off has no recording.
      if (isTestRecording(one.recordingId)) await rm(one.path, { force: true });
      else if (!(await book.adoptRecording(one))) log.warn({ recordingId: one.recordingId }, STRANGER);
    }
  };
  // Those that are sealed later are of this run, and waited for already.
  const adoptSealed = async (): Promise<void> => {
    for (const recordingId of await book.adoptSealed()) log.warn({ recordingId }, STRANGER);
  };
  const report = (problem: unknown): void =>
    log.error({ err: problem }, 'recordings left on disk could not be taken in; the next start tries again');
  void adopt(left).then(adoptSealed).catch(report);
  exchange.onLeftRecording?.((one) => void adopt([one]).catch(report));
}

const retentionHandlers = ({
  db,
}: Pick<World, 'db'>): Handlers<Pick<typeof callRecordsApi, 'retention' | 'retentionLoss' | 'setRetention'>> => ({
  retention: (caller) => db.tenant(caller, async (tx) => ({ days: await retentionDays(tx) })),
  retentionLoss: (caller, { days }) =>
    db.tenant(caller, async (tx) => ({ recordings: await olderRecordings(tx, days) })),

  async setRetention(caller, { days }) {
    await db.tenant(caller, async (tx) => {
      caller.operation.note(null, { before: { days: await retentionDays(tx) }, after: { days } });
      await setRetentionDays(tx, days);
    });
    return null;
  },
});

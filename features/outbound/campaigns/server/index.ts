import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { campaignsApi } from '../contract.ts';
import { campaignAddHandlers } from './add-handlers.ts';
import { campaignCallEvents } from './call-events.ts';
import { campaignClock } from './campaign-clock.ts';
import { campaignPersonData, campaignTies } from './campaign-person.ts';
import { demoCampaigns } from './demo.ts';
import { campaignImportHandlers } from './import-handlers.ts';
import { purgeCampaignImports } from './import-purge.ts';
import { IMPORT_TASK } from './import-queue.ts';
import { campaignImportRunner } from './import-runner.ts';
import { listedNames } from './listed-names.ts';
import { nameCustomersJob } from './name-customers.ts';
import { newerLists } from './newer-lists.ts';
import { soundsOfCampaigns } from './sound-uses.ts';
import { campaignCalls } from './task-calls.ts';

export { addFromSource } from './add-from-source.ts';
export { assignByColumn, assignByHand, assignByRule, assignToOwners, lastOfNext } from './assign-members.ts';
export { attemptsRepo, type CampaignAttempt } from './attempts.repo.ts';
export { campaignDeeds, type CampaignMove, type CampaignPlan, type CampaignSort } from './campaign-deeds.ts';
export { announcedAttempts, announcedCustomers } from './campaign-news.ts';
export { campaignFigures, type CampaignFigures } from './campaign-figures.ts';
export { dialledAttempts, type AttemptNews, type UnderWay } from './dialled-attempts.ts';
export { diallingCampaigns, tenantsDialling } from './dialling-campaigns.ts';
export { RESTS_FOR_MS, type WaitsFor } from '../core/after-end.ts';
export { dialsRepo } from './dials.repo.ts';
export { draftOrigin } from './draft-origin.ts';
export { dueMembers, type BegunAttempt, type DueMember } from './due-members.ts';
export { endAttempts, type EndedAttempt } from './end-attempts.ts';
export { writeOptOut } from './opt-out.ts';
export { campaignTable, columnsText, type CampaignColumn } from './campaign-table.ts';
export { attemptRows, campaignRows } from './named-campaigns.ts';
export { campaignWorkers } from './campaign-workers.ts';
export { campaignsRepo, type CampaignDialling, type CampaignRow } from './campaigns.repo.ts';
export { assertMembers, assertSettings } from './checked-settings.ts';
export { closeMember, finishIfDone, reopenMember, reopenMembers, stopMembers, publishMember } from './close-member.ts';
export { dialledCallsRepo, type DialledCall, type DialledSearch } from './dialled-calls.repo.ts';
export { answeredSince, dialledFigures, hoursSince, paceSince } from './dialled-figures.ts';
export { dialledSums, dialledUnderWay, type DialledSums } from './dialled-sums.ts';
export { campaignsOfFlow, HAS_AI_CAMPAIGNS } from './flow-campaigns.ts';
export { findCampaign, findMember } from './found-campaign.ts';
export { demoCrowdCampaign } from './demo-crowd.ts';
export { assertSeesNumbers, takeFile } from './import-handlers.ts';
export { foundMembers } from './found-members.ts';
export { holdNumber, holdNumbers } from './held-numbers.ts';
export { hoursOf, mayCallMany, mayCallNow, notCallableForGood, teamHours } from './may-call-now.ts';
export { memberColumns } from './member-columns.ts';
export { memberCounts } from './member-counts.ts';
export { memberDeeds } from './member-deeds.repo.ts';
export { memberMoves } from './member-moves.repo.ts';
export { memberOrders } from './member-orders.ts';
export { membersRepo, type CampaignMember, type MemberSearch } from './members.repo.ts';
export { CAMPAIGNS_DIAL, moveCampaign, pushCampaignChanged, wakeDialler, wakeDiallers } from './move-campaign.ts';
export { exampleFile, type ExampleColumn } from './template.ts';
export { stoppedCampaigns } from './stopped-campaigns.ts';
export { shownMember, starred, writtenNote, type MemberReader } from './shown-member.ts';
export { finalStatusOf, type AttemptEnd } from '../core/attempt-end.ts';
export {
  previewStateOf,
  statesOfPreview,
  statesOfTask,
  taskStatusOf,
  type CampaignState,
} from '../core/campaign-machine.ts';

/** Campaigns: whom the team calls out, by which rules, and what came of it. */
export function campaigns(world: World): ServerFeature {
  const runner = campaignImportRunner(world);
  return {
    name: 'campaigns',
    personData: [campaignPersonData],
    customerTies: [campaignTies],
    soundUses: [soundsOfCampaigns],
    taskCalls: [campaignCalls(world)],
    calledNames: [listedNames],
    subscriptions: { ...campaignCallEvents(world), ...newerLists(world) },
    jobs: [
      { task: IMPORT_TASK, waits: true, run: runner.run },
      purgeCampaignImports(world),
      campaignClock(world),
      nameCustomersJob(world),
    ],
    demo: demoCampaigns,
    async stop() {
      runner.stop();
    },
    routes: routes('campaigns', campaignsApi, {
      ...campaignImportHandlers(world),
      ...campaignAddHandlers(world),
    }),
  };
}

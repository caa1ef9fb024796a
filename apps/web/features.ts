import type { WebFeature } from '#platform/web/feature.ts';
import { access } from '#features/access/web/index.ts';
import { account } from '#features/account/web/index.ts';
import { announcements } from '#features/announcements/web/index.ts';
import { apiDocs } from '#features/api-docs/web/index.ts';
import { blacklist } from '#features/blacklist/web/index.ts';
import { businessHours } from '#features/business-hours/web/index.ts';
import { callLabels } from '#features/call-labels/web/index.ts';
import { callRecords } from '#features/call-records/web/index.ts';
import { callSettings } from '#features/call-settings/web/index.ts';
import { chatWith } from '#features/chat/web/index.ts';
import { chatCarriers } from '#features/chat-carriers/web/index.ts';
import { chatChannels } from '#features/chat-channels/web/index.ts';
import { chatReports } from '#features/chat-reports/web/index.ts';
import { customerFiles } from '#features/customer-files/web/index.ts';
import { customers } from '#features/customers/web/index.ts';
import { dashboard } from '#features/dashboard/web/index.ts';
import { demoInbox } from '#features/demo-inbox/web/index.ts';
import { devices } from '#features/devices/web/index.ts';
import { didNumbers } from '#features/did-numbers/web/index.ts';
import { downloads } from '#features/downloads/web/index.ts';
import { equipmentCheck } from '#features/equipment-check/web/index.ts';
import { fieldConfig } from '#features/field-config/web/index.ts';
import { flowAllocation } from '#features/flow-allocation/web/index.ts';
import { flowTalks } from '#features/flow-talks/web/index.ts';
import { flowTestWith } from '#features/flow-test/web/index.ts';
import { flows } from '#features/flows/web/index.ts';
import { followRecords } from '#features/follow-records/web/index.ts';
import { frontLog } from '#features/front-log/web/index.ts';
import { help } from '#features/help/web/index.ts';
import { home } from '#features/home/web/index.ts';
import { lineCheckWith } from '#features/line-check/web/index.ts';
import { monitoring } from '#features/monitoring/web/index.ts';
import { operationLog } from '#features/operation-log/web/index.ts';
import { quickReplies } from '#features/quick-replies/web/index.ts';
import { rehearsal } from '#features/rehearsal/web/index.ts';
import { scripts } from '#features/scripts/web/index.ts';
import { seats } from '#features/seats/web/index.ts';
import { sms } from '#features/sms/web/index.ts';
import { softphoneWith } from '#features/softphone/web/index.ts';
import { sounds } from '#features/sounds/web/index.ts';
import { speech } from '#features/speech/web/index.ts';
import { sso } from '#features/sso/web/index.ts';
import { tags } from '#features/tags/web/index.ts';
import { tenantApi } from '#features/tenant-api/web/index.ts';
import { voicemails } from '#features/voicemails/web/index.ts';
import { webhooks } from '#features/webhooks/web/index.ts';
import { workbench } from '#features/workbench/web/index.ts';

const chat = chatWith(() => import('./chat-parts.ts'));
const flowTest = flowTestWith(() => import('./flow-test-parts.ts'));
const lineCheck = lineCheckWith(() => import('./check-parts.ts'));
const softphone = softphoneWith(() => import('./phone-parts.ts'));

/** Every capability of the pages, one line each. */
export const webFeatures: readonly WebFeature[] = [
  access,
  account,
  announcements,
  apiDocs,
  blacklist,
  businessHours,
  callLabels,
  callRecords,
  callSettings,
  chat,
  chatCarriers,
  chatChannels,
  chatReports,
  customerFiles,
  customers,
  dashboard,
  demoInbox,
  devices,
  didNumbers,
  downloads,
  equipmentCheck,
  fieldConfig,
  flowAllocation,
  flowTalks,
  flowTest,
  flows,
  followRecords,
  frontLog,
  help,
  home,
  lineCheck,
  monitoring,
  operationLog,
  quickReplies,
  rehearsal,
  scripts,
  seats,
  sms,
  softphone,
  sounds,
  speech,
  sso,
  tags,
  tenantApi,
  voicemails,
  webhooks,
  workbench,
];

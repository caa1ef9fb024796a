import type { WebFeature } from '#platform/web/feature.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';
import { chatWith } from '#features/chat/chat/web/index.ts';
import { chatCarriers } from '#features/chat/chat-carriers/web/index.ts';
import { chatChannels } from '#features/chat/chat-channels/web/index.ts';
import { chatReports } from '#features/chat/chat-reports/web/index.ts';
import { quickReplies } from '#features/chat/quick-replies/web/index.ts';
import { sms } from '#features/chat/sms/web/index.ts';
import { customerFiles } from '#features/customers/customer-files/web/index.ts';
import { customers } from '#features/customers/customers/web/index.ts';
import { fieldConfig } from '#features/customers/field-config/web/index.ts';
import { followRecords } from '#features/customers/follow-records/web/index.ts';
import { tags } from '#features/customers/tags/web/index.ts';
import { statistics } from '#features/figures/statistics/web/index.ts';
import { flowAllocation } from '#features/flows/flow-allocation/web/index.ts';
import { flowTalks } from '#features/flows/flow-talks/web/index.ts';
import { flowTestWith } from '#features/flows/flow-test/web/index.ts';
import { flows } from '#features/flows/flows/web/index.ts';
import { sounds } from '#features/flows/sounds/web/index.ts';
import { speech } from '#features/flows/speech/web/index.ts';
import { apiDocs } from '#features/integrations/api-docs/web/index.ts';
import { tenantApi } from '#features/integrations/tenant-api/web/index.ts';
import { webhooks } from '#features/integrations/webhooks/web/index.ts';
import { bills } from '#features/money/bills/web/index.ts';
import { ledger } from '#features/money/ledger/web/index.ts';
import { payments } from '#features/money/payments/web/index.ts';
import { prices } from '#features/money/prices/web/index.ts';
import { downloads } from '#features/office/downloads/web/index.ts';
import { echo } from '#features/office/echo/web/index.ts';
import { frontLog } from '#features/office/front-log/web/index.ts';
import { help } from '#features/office/help/web/index.ts';
import { home } from '#features/office/home/web/index.ts';
import { operationLog } from '#features/office/operation-log/web/index.ts';
import { pushNotices } from '#features/office/push-notices/web/index.ts';
import { backups } from '#features/operator/backups/web/index.ts';
import { databaseHealth } from '#features/operator/database-health/web/index.ts';
import { exchangeHealth } from '#features/operator/exchange-health/web/index.ts';
import { nodes } from '#features/operator/nodes/web/index.ts';
import { operatorHelp } from '#features/operator/operator-help/web/index.ts';
import { operators } from '#features/operator/operators/web/index.ts';
import { tenants } from '#features/operator/tenants/web/index.ts';
import { aiTasks } from '#features/outbound/ai-tasks/web/index.ts';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { dialer } from '#features/outbound/dialer/web/index.ts';
import { doNotCall } from '#features/outbound/do-not-call/web/index.ts';
import { preview } from '#features/outbound/preview/web/index.ts';
import { access } from '#features/team/access/web/index.ts';
import { account } from '#features/team/account/web/index.ts';
import { agentGroups } from '#features/team/agent-groups/web/index.ts';
import { agents } from '#features/team/agents/web/index.ts';
import { announcements } from '#features/team/announcements/web/index.ts';
import { demoInbox } from '#features/team/demo-inbox/web/index.ts';
import { devices } from '#features/team/devices/web/index.ts';
import { scim } from '#features/team/scim/web/index.ts';
import { seats } from '#features/team/seats/web/index.ts';
import { secondFactor } from '#features/team/second-factor/web/index.ts';
import { sso } from '#features/team/sso/web/index.ts';
import { blacklist } from '#features/voice/blacklist/web/index.ts';
import { businessHours } from '#features/voice/business-hours/web/index.ts';
import { callLabels } from '#features/voice/call-labels/web/index.ts';
import { callLimits } from '#features/voice/call-limits/web/index.ts';
import { callRecords } from '#features/voice/call-records/web/index.ts';
import { callRoutes } from '#features/voice/call-routes/web/index.ts';
import { callScripts } from '#features/voice/call-scripts/web/index.ts';
import { callSettings } from '#features/voice/call-settings/web/index.ts';
import { dashboard } from '#features/voice/dashboard/web/index.ts';
import { didNumbers } from '#features/voice/did-numbers/web/index.ts';
import { externalNumbers } from '#features/voice/external-numbers/web/index.ts';
import { monitoring } from '#features/voice/monitoring/web/index.ts';
import { rehearsal } from '#features/voice/rehearsal/web/index.ts';
import { selfTestWith } from '#features/voice/self-test/web/index.ts';
import { softphoneWith } from '#features/voice/softphone/web/index.ts';
import { sipTrunks } from '#features/voice/trunks/web/index.ts';
import { voicemails } from '#features/voice/voicemails/web/index.ts';
import { workbench } from '#features/voice/workbench/web/index.ts';

const chat = chatWith(() => fetchCode(() => import('./chat-parts.ts')));
const flowTest = flowTestWith(() => import('./flow-test-parts.ts'));
const selfTest = selfTestWith(() => import('./check-parts.ts'));
const softphone = softphoneWith(async () => {
  const { phonePartsWith } = await fetchCode(() => import('./phone-parts.ts'));
  return { phoneParts: phonePartsWith(hasPage) };
});

/** Every capability of the pages, one line each. */
export const webFeatures: readonly WebFeature[] = [
  access,
  account,
  agentGroups,
  agents,
  aiTasks,
  announcements,
  apiDocs,
  backups,
  bills,
  blacklist,
  businessHours,
  callLabels,
  callLimits,
  callRecords,
  callRoutes,
  callScripts,
  callSettings,
  campaigns,
  chat,
  chatCarriers,
  chatChannels,
  chatReports,
  customerFiles,
  customers,
  dashboard,
  databaseHealth,
  demoInbox,
  devices,
  dialer,
  didNumbers,
  doNotCall,
  downloads,
  echo,
  exchangeHealth,
  externalNumbers,
  fieldConfig,
  flowAllocation,
  flowTalks,
  flowTest,
  flows,
  followRecords,
  frontLog,
  help,
  home,
  ledger,
  monitoring,
  nodes,
  operationLog,
  operatorHelp,
  operators,
  payments,
  preview,
  prices,
  pushNotices,
  quickReplies,
  rehearsal,
  scim,
  seats,
  secondFactor,
  selfTest,
  sipTrunks,
  sms,
  softphone,
  sounds,
  speech,
  sso,
  statistics,
  tags,
  tenantApi,
  tenants,
  voicemails,
  webhooks,
  workbench,
];

/** Whether a page of the product lies at this path. */
function hasPage(path: string): boolean {
  return webFeatures.some(({ routes }) => routes.some((route) => route.path === path));
}

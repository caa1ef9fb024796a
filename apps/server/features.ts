import { openCardCheckout } from '#adapters/payments/open-card-checkout.ts';
import { chatReports } from '#features/chat/chat-reports/server/index.ts';
import { quickReplies } from '#features/chat/quick-replies/server/index.ts';
import { sms } from '#features/chat/sms/server/index.ts';
import { conditionGroups } from '#features/customers/condition-groups/server/index.ts';
import { customerFiles } from '#features/customers/customer-files/server/index.ts';
import { clearField, taggedCustomers } from '#features/customers/customers/server/index.ts';
import { fieldConfigWith } from '#features/customers/field-config/server/index.ts';
import { followRecords } from '#features/customers/follow-records/server/index.ts';
import { tagsWith } from '#features/customers/tags/server/index.ts';
import { statistics } from '#features/figures/statistics/server/index.ts';
import { apiDocs } from '#features/integrations/api-docs/server/index.ts';
import { tenantApi } from '#features/integrations/tenant-api/server/index.ts';
import { webhooks } from '#features/integrations/webhooks/server/index.ts';
import { bills } from '#features/money/bills/server/index.ts';
import { charges } from '#features/money/charges/server/index.ts';
import { ledger } from '#features/money/ledger/server/index.ts';
import { payments } from '#features/money/payments/server/index.ts';
import { prices } from '#features/money/prices/server/index.ts';
import { downloads } from '#features/office/downloads/server/index.ts';
import { echo } from '#features/office/echo/server/index.ts';
import { files } from '#features/office/files/server/index.ts';
import { find } from '#features/office/find/server/index.ts';
import { frontLog } from '#features/office/front-log/server/index.ts';
import { home } from '#features/office/home/server/index.ts';
import { operationLog } from '#features/office/operation-log/server/index.ts';
import { preferences } from '#features/office/preferences/server/index.ts';
import { pushNotices } from '#features/office/push-notices/server/index.ts';
import { regions } from '#features/office/regions/server/index.ts';
import { backups } from '#features/operator/backups/server/index.ts';
import { databaseHealth } from '#features/operator/database-health/server/index.ts';
import { exchangeHealth } from '#features/operator/exchange-health/server/index.ts';
import { operatorHelp } from '#features/operator/operator-help/server/index.ts';
import { operators } from '#features/operator/operators/server/index.ts';
import { access } from '#features/team/access/server/index.ts';
import { account } from '#features/team/account/server/index.ts';
import { announcements } from '#features/team/announcements/server/index.ts';
import { demoInbox } from '#features/team/demo-inbox/server/index.ts';
import { devices } from '#features/team/devices/server/index.ts';
import { scim } from '#features/team/scim/server/index.ts';
import { seats } from '#features/team/seats/server/index.ts';
import { secondFactor } from '#features/team/second-factor/server/index.ts';
import { sso } from '#features/team/sso/server/index.ts';
import { blacklist } from '#features/voice/blacklist/server/index.ts';
import { businessHours } from '#features/voice/business-hours/server/index.ts';
import { callSettings } from '#features/voice/call-settings/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

// Cards are taken by a provider whose address the operator names.
const cardPayments = (world: World): ServerFeature =>
  payments(world, (account) => openCardCheckout(account, world.outside, { httpsOnly: !world.allowPrivate }));

// Customers know their fields and tags, and lend them the hands that change customers.
const fieldConfig = fieldConfigWith(clearField);
const tags = tagsWith(taggedCustomers);

/** Every capability of the server, one line each. */
export const serverFeatures: ((world: World) => ServerFeature)[] = [
  access,
  account,
  announcements,
  apiDocs,
  backups,
  bills,
  blacklist,
  businessHours,
  callSettings,
  cardPayments,
  charges,
  chatReports,
  conditionGroups,
  customerFiles,
  databaseHealth,
  demoInbox,
  devices,
  downloads,
  echo,
  exchangeHealth,
  fieldConfig,
  files,
  find,
  followRecords,
  frontLog,
  home,
  ledger,
  operationLog,
  operatorHelp,
  operators,
  preferences,
  prices,
  pushNotices,
  quickReplies,
  regions,
  scim,
  seats,
  secondFactor,
  sms,
  sso,
  statistics,
  tags,
  tenantApi,
  webhooks,
];

import { access } from '#features/access/server/index.ts';
import { account } from '#features/account/server/index.ts';
import { announcements } from '#features/announcements/server/index.ts';
import { apiDocs } from '#features/api-docs/server/index.ts';
import { bills } from '#features/bills/server/index.ts';
import { blacklist } from '#features/blacklist/server/index.ts';
import { businessHours } from '#features/business-hours/server/index.ts';
import { callSettings } from '#features/call-settings/server/index.ts';
import { chatReports } from '#features/chat-reports/server/index.ts';
import { conditionGroups } from '#features/condition-groups/server/index.ts';
import { customerFiles } from '#features/customer-files/server/index.ts';
import { customers } from '#features/customers/server/index.ts';
import { demoInbox } from '#features/demo-inbox/server/index.ts';
import { devices } from '#features/devices/server/index.ts';
import { downloads } from '#features/downloads/server/index.ts';
import { echo } from '#features/echo/server/index.ts';
import { fieldConfig } from '#features/field-config/server/index.ts';
import { files } from '#features/files/server/index.ts';
import { followRecords } from '#features/follow-records/server/index.ts';
import { frontLog } from '#features/front-log/server/index.ts';
import { home } from '#features/home/server/index.ts';
import { operationLog } from '#features/operation-log/server/index.ts';
import { preferences } from '#features/preferences/server/index.ts';
import { quickReplies } from '#features/quick-replies/server/index.ts';
import { regions } from '#features/regions/server/index.ts';
import { seats } from '#features/seats/server/index.ts';
import { sms } from '#features/sms/server/index.ts';
import { sso } from '#features/sso/server/index.ts';
import { tags } from '#features/tags/server/index.ts';
import { tenantApi } from '#features/tenant-api/server/index.ts';
import { webhooks } from '#features/webhooks/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** Every capability of the server, one line each. */
export const serverFeatures: ((world: World) => ServerFeature)[] = [
  access,
  account,
  announcements,
  apiDocs,
  bills,
  blacklist,
  businessHours,
  callSettings,
  chatReports,
  conditionGroups,
  customerFiles,
  customers,
  demoInbox,
  devices,
  downloads,
  echo,
  fieldConfig,
  files,
  followRecords,
  frontLog,
  home,
  operationLog,
  preferences,
  quickReplies,
  regions,
  seats,
  sms,
  sso,
  tags,
  tenantApi,
  webhooks,
];

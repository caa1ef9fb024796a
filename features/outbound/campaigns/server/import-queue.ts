import type { TenantTx } from '#platform/server/db/db.ts';
import type { CampaignImportRow } from './imports.repo.ts';

export const IMPORT_TASK = 'campaigns.import';
/** Large files wait for one another; the others stand in a few lines, so that connections are left for everybody else. */
const LARGE_BYTES = 8 * 1024 * 1024;
const LINES = 3;

const queueOf = ({ bytes, tenantId }: CampaignImportRow): string =>
  bytes > LARGE_BYTES ? 'campaigns.large' : `campaigns.${tenantId % LINES}`;

/** Puts the next step into the line; steps of one import never run at the same time. */
export const enqueueImport = (tx: TenantTx, row: CampaignImportRow): Promise<void> =>
  tx.enqueue(IMPORT_TASK, { tenantId: row.tenantId, importId: row.id }, { queue: queueOf(row) });

/** Where its rows wait. */
export const STAGE_PREFIX = 'campaign_stage_';
export const stageTable = (id: number): string => `${STAGE_PREFIX}${id}`;

import type { TenantTx } from '#platform/server/db/db.ts';
import type { DraftOrigin } from '../contract.ts';
import type { CampaignRow } from './campaigns.repo.ts';
import { campaignImportsRepo } from './imports.repo.ts';

/** Whom a draft brings in when it is launched: as it was chosen, or the file it was begun with that nobody has written or discarded yet. */
export async function draftOrigin(
  tx: TenantTx,
  { id, state, draftOf }: Pick<CampaignRow, 'id' | 'state' | 'draftOf'>,
): Promise<DraftOrigin | null> {
  if (state !== 'draft') return null;
  if (draftOf) return draftOf;
  const file = await campaignImportsRepo(tx).waitingFile(id);
  return file ? { from: 'file', fileId: file.id, isChecked: file.state === 'checked' } : null;
}

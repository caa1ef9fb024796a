import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { Failure } from '#shared/errors.ts';
import type { CampaignKind, CampaignRow } from './campaigns.repo.ts';

/** What somebody must hold to see the campaigns of each kind, and to change them. */
export const KIND_RIGHTS: Record<CampaignKind, { view: string; edit: string }> = {
  preview: { view: 'preview.view', edit: 'preview.edit' },
  dialer: { view: 'dialer.view', edit: 'dialer.edit' },
  ai: { view: 'ai-tasks.view', edit: 'ai-tasks.edit' },
};

/** A campaign somebody may change; of others they learn nothing. */
export function assertMayEdit(caller: Caller, campaign: Pick<CampaignRow, 'kind'> | undefined): void {
  if (!campaign || !mayUse(caller, KIND_RIGHTS[campaign.kind].edit)) throw new Failure('notFound');
}

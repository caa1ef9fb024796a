import { call } from '#platform/web/call.ts';
import type { CampaignSource, DraftSource } from '../contract.ts';

/** Where the customers of a new campaign come from. */
export type CampaignOrigin =
  | { from: 'file'; fileId: number }
  | { from: 'condition'; conditionGroupId: number }
  | { from: 'chosen'; customerIds: number[] }
  | { from: 'later' };

/** As the address of a campaign in the making keeps it: whoever comes back goes on from there. */
export function originQuery(origin: CampaignOrigin): Record<string, string> {
  if (origin.from === 'file') return { file: String(origin.fileId) };
  if (origin.from === 'condition') return { condition: String(origin.conditionGroupId) };
  return origin.from === 'chosen' ? { chosen: origin.customerIds.join(' ') } : {};
}

/** As the address says it, or else as the draft has kept it. */
export function originOf(query: URLSearchParams, draftOf: DraftSource | null = null): CampaignOrigin {
  const [file, condition] = ['file', 'condition'].map((name) => Number(query.get(name)));
  if (file) return { from: 'file', fileId: file };
  if (condition) return { from: 'condition', conditionGroupId: condition };
  const chosen = (query.get('chosen') ?? '').split(' ').map(Number).filter(Number.isSafeInteger);
  const customerIds = chosen.filter((id) => id > 0);
  if (customerIds.length > 0) return { from: 'chosen', customerIds };
  if (draftOf === null) return { from: 'later' };
  return draftOf.from === 'chosen' ? draftOf : { from: 'condition', conditionGroupId: draftOf.conditionGroupId };
}

/** What a draft keeps of it: whoever goes on with it by its list finds it as it was left. A file is kept by itself. */
export function draftOfOrigin(origin: CampaignOrigin): { draftOf?: DraftSource } {
  if (origin.from === 'chosen') return { draftOf: origin };
  if (origin.from !== 'condition') return {};
  return { draftOf: { from: 'conditionGroup', conditionGroupId: origin.conditionGroupId } };
}

/** Brings the customers in. Whoever comes here twice has written the file already. */
export async function bringCustomers(
  origin: CampaignOrigin,
  append: (source: CampaignSource) => Promise<unknown>,
): Promise<void> {
  if (origin.from === 'condition') await append({ from: 'conditionGroup', conditionGroupId: origin.conditionGroupId });
  if (origin.from === 'chosen') await append({ from: 'chosen', customerIds: origin.customerIds });
  if (origin.from !== 'file') return;
  // This file is in the first load of every page, the contract only where campaigns are made.
  const { campaignsApi } = await import('../contract.ts');
  const { import: now } = await call(campaignsApi.importPreview, { id: origin.fileId });
  if (now.state === 'checked') await call(campaignsApi.importStart, { id: origin.fileId });
}

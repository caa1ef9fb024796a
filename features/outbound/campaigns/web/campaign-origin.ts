import { useState } from 'react';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { call } from '#platform/web/call.ts';
import { campaignsApi, type CampaignSource, type DraftOrigin, type DraftSource } from '../contract.ts';

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
function originOf(query: URLSearchParams, draftOf: DraftOrigin | null = null): CampaignOrigin {
  const [file, condition] = ['file', 'condition'].map((name) => Number(query.get(name)));
  if (file) return { from: 'file', fileId: file };
  if (condition) return { from: 'condition', conditionGroupId: condition };
  const chosen = (query.get('chosen') ?? '').split(' ').map(Number).filter(Number.isSafeInteger);
  const customerIds = chosen.filter((id) => id > 0);
  if (customerIds.length > 0) return { from: 'chosen', customerIds };
  if (draftOf === null) return { from: 'later' };
  if (draftOf.from === 'file') return { from: 'file', fileId: draftOf.fileId };
  return draftOf.from === 'chosen' ? draftOf : { from: 'condition', conditionGroupId: draftOf.conditionGroupId };
}

/**
 * The same for a page. Whoever goes on with a draft by its list says what the columns of its file are before anything else
 * (`isUnread`), and stays there when they are checked: the next step has the file in its address.
 */
export function useOrigin(draftOf: DraftOrigin | null): { origin: CampaignOrigin; isUnread: boolean } {
  const [query] = useAddressQuery();
  const [began] = useState(draftOf);
  const isUnread = query.get('file') === null && began?.from === 'file' && !began.isChecked;
  return { origin: originOf(query, isUnread ? began : draftOf), isUnread };
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
  const { import: now } = await call(campaignsApi.importPreview, { id: origin.fileId });
  if (now.state === 'checked') await call(campaignsApi.importStart, { id: origin.fileId });
}

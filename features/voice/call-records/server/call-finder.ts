import { spokenNumber } from '#core/phone/spoken-number.ts';
import { searchTerms } from '#core/search/search-terms.ts';
import type { Finder, FoundThing } from '#platform/server/contributions.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import type { CallRecord } from '../contract.ts';
import { callRecordsRepo, type CallRecordRow } from './call-records.repo.ts';
import { viewFor } from './call-view.ts';
import { numberOf, type CallRecordSearch } from './call-record-search.ts';

/**
 * The last calls with a number, or with the customers the words found: a name in a record is no way to it at a million of
 * them. Those of others only for who may see all.
 */
export const callFinder = ({ db, texts }: Pick<World, 'db' | 'texts'>): Finder => ({
  kind: 'call',
  access: 'call-records.use',
  find: (caller, { words, customerIds, most }) =>
    db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      const scope = mayUse(caller, 'call-records.view') ? {} : { ownOf: caller.userId };
      const [digits, ...more] = searchTerms(words);
      const byNumber = more.length === 0 && digits !== undefined && /^\d{3,}$/.test(digits);
      const searches: CallRecordSearch[] = byNumber
        ? [{ range: null, number: numberOf(digits, caller), ...scope }]
        : customerIds.map((id) => ({ range: null, customerId: String(id), ...scope }));
      const rows = new Map<string, CallRecordRow>();
      for (const search of searches)
        for (const row of await callRecordsRepo(tx).page(search, { size: most })) rows.set(row.call_id, row);
      const newest = [...rows.values()].toSorted((a, b) => b.started_at.localeCompare(a.started_at)).slice(0, most);
      return newest.map(await viewFor(tx, texts, caller)).map(shown);
    }),
});

const shown = ({ callId, customerName, displayNumber, statusName, userName, startTime }: CallRecord): FoundThing => ({
  kind: 'call',
  id: callId,
  title: customerName || spokenNumber(displayNumber),
  detail: [customerName ? spokenNumber(displayNumber) : '', statusName, userName].filter(Boolean).join(' · '),
  at: startTime,
});

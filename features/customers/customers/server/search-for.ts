import type { ConditionTree } from '#core/customer/condition.ts';
import { isPhoneWord, type PhoneWords } from '#features/team/agents/server/index.ts';
import type { ReadSavedFilter } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { Failure } from '#shared/errors.ts';
import type { CustomerSearch } from '../contract.ts';
import type { SearchWorld } from './compile-search.ts';
import { readTenantFields, type TenantFields } from './tenant-fields.ts';

export interface ReadSearch {
  search: CustomerSearch;
  world: SearchWorld;
  fields: TenantFields;
}

/** What a search needs besides itself. */
export interface SearchHelp {
  words: PhoneWords;
  savedFilters: readonly ReadSavedFilter[];
  nowMs: number;
}

export type Searcher = Pick<Caller, 'tenantId' | 'userId' | 'needsMasking'>;

/**
 * A search as this person may make it: words become the numbers they stand for, a saved filter becomes conditions. For
 * somebody who sees stars, numbers typed out find nobody: the answer would tell whether a guess was right.
 */
export async function searchFor(
  tx: TenantTx,
  who: Searcher,
  { condition_group_id: groupId, ...given }: CustomerSearch,
  { words, savedFilters, nowMs }: SearchHelp,
): Promise<ReadSearch> {
  const fields = await readTenantFields(tx);
  const search: CustomerSearch = { ...given };
  if (given.sms_phones) {
    const numbers = await Promise.all(
      given.sms_phones.map(async (one) =>
        isPhoneWord(one) ? words.numberOf(who.tenantId, one) : who.needsMasking ? null : one,
      ),
    );
    search.sms_phones = numbers.filter((one) => one !== null);
  }
  if (groupId !== undefined) {
    const saved = await readSaved(tx, savedFilters, groupId, who.userId);
    const both: ConditionTree = { join: 'and', items: [...(given.condition ? [given.condition] : []), saved] };
    search.condition = both;
  }
  return {
    search,
    fields,
    world: {
      tenantId: who.tenantId,
      custom: fields.custom,
      nowMs,
      ...(who.needsMasking ? { hidden: hiddenNames(fields) } : {}),
    },
  };
}

async function readSaved(
  tx: TenantTx,
  savedFilters: readonly ReadSavedFilter[],
  id: number,
  userId: number,
): Promise<ConditionTree> {
  for (const read of savedFilters) {
    const saved = await read(tx, id, userId);
    if (saved) return saved;
  }
  throw new Failure('notFound');
}

function hiddenNames({ custom, hiddenColumns }: TenantFields): Set<string> {
  const fields = [...custom.values()]
    .filter(({ masked, type }) => masked || type === VariableType.phone)
    .map(({ id }) => `custom:${id}`);
  return new Set([...hiddenColumns, ...fields]);
}

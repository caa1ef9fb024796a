import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { CustomerSearch } from '#features/customers/customers/contract.ts';
import { foundPeople, searchFor, type CallablePerson } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { Person } from './add-people.ts';
import type { CampaignImportRow } from './imports.repo.ts';

/** A customer of ours, to be called by a campaign. */
export const personOfCustomer = ({ id, fullName, number, country, timeZone }: CallablePerson): Person => ({
  customerId: id,
  number,
  country,
  name: fullName,
  timeZone,
  columns: {},
});

/** The customers a saved condition finds now, as whoever asked for them may use it, some at a time. */
export async function* peopleOfCondition(
  { db, clock, catalogue }: Pick<World, 'db' | 'clock' | 'catalogue'>,
  tx: TenantTx,
  { userId, tenantId, wish }: CampaignImportRow,
  size: number,
): AsyncGenerator<Person[]> {
  if (wish?.from !== 'conditionGroup') return;
  const read = await searchFor(
    tx,
    { tenantId, userId, needsMasking: wish.masked },
    CustomerSearch.parse({ condition_group_id: wish.conditionGroupId }),
    { words: phoneWords(openTenantSecrets(db)), savedFilters: catalogue.savedFilters, nowMs: clock.nowMs() },
  );
  for await (const people of foundPeople(db, tx, read, size)) yield people.map(personOfCustomer);
}

import { keptNumber } from '#core/customer/phone-number.ts';
import { callablePeople } from '#features/customers/customers/server/index.ts';
import { reachedCustomers } from '#platform/server/customer-reach.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, personOf, type Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { AddedCustomers, CampaignImport, CampaignSource } from '../contract.ts';
import { addPeople, grown, PEOPLE_AT_ONCE, sum, type Person } from './add-people.ts';
import type { CampaignRow } from './campaigns.repo.ts';
import { personOfCustomer } from './condition-people.ts';
import { enqueueImport } from './import-queue.ts';
import { campaignImportsRepo, shownCampaignImport } from './imports.repo.ts';

export interface FromSource {
  added: AddedCustomers | null;
  import: CampaignImport | null;
}

/** Adds customers a program names or somebody chose at once, and those of a saved condition in the background. */
export async function addFromSource(
  world: Pick<World, 'catalogue' | 'clock'>,
  tx: TenantTx,
  caller: Caller,
  campaign: CampaignRow,
  source: CampaignSource,
): Promise<FromSource> {
  const nowMs = world.clock.nowMs();
  if (source.from === 'conditionGroup') {
    // A condition finds among all customers: those who may not see them all cannot have them called by it.
    if (personOf(caller) !== null && !mayUse(caller, 'customers.view')) throw new Failure('notAllowed');
    const row = await campaignImportsRepo(tx).add({
      campaignId: campaign.id,
      userId: caller.userId,
      author: caller.name,
      wish: {
        from: 'conditionGroup',
        conditionGroupId: source.conditionGroupId,
        masked: caller.needsMasking,
      },
      state: 'importing',
    });
    await enqueueImport(tx, row);
    return { added: null, import: shownCampaignImport(row) };
  }
  const { people, unknown, wrong } =
    source.from === 'list' ? ofList(source.customers) : await ofChosen(world, tx, caller, source.customerIds);
  let added: AddedCustomers = { added: 0, duplicates: 0, keptOut: wrong > 0 ? { number: wrong } : {}, unknown };
  for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE)
    added = sum(added, await addPeople(tx, campaign, people.slice(at, at + PEOPLE_AT_ONCE), { nowMs }));
  await grown(tx, campaign, added.added, nowMs);
  return { added, import: null };
}

interface Found {
  people: Person[];
  unknown: number;
  /** No numbers at all. */
  wrong: number;
}

function ofList(listed: Extract<CampaignSource, { from: 'list' }>['customers']): Found {
  const people = listed.flatMap(({ phone, country, name, priority, timeZone, columns }) => {
    const kept = keptNumber(phone, country);
    return kept ? [{ customerId: null, ...kept, name, timeZone, columns, priority }] : [];
  });
  return { people, unknown: 0, wrong: listed.length - people.length };
}

/** Whoever may not see a customer cannot have them called. A key of the tenant sees all. */
async function ofChosen(
  { catalogue }: Pick<World, 'catalogue'>,
  tx: TenantTx,
  caller: Caller,
  ids: readonly number[],
): Promise<Found> {
  const wanted = [...new Set(ids)];
  const reached = personOf(caller) === null ? new Set(wanted) : await reachedCustomers(catalogue, tx, caller, wanted);
  const found = await callablePeople(
    tx,
    wanted.filter((id) => reached.has(id)),
  );
  return {
    people: found.map(personOfCustomer),
    unknown: wanted.length - found.length,
    wrong: 0,
  };
}

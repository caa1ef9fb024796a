import { customersByNumber } from '#features/customers/customers/server/index.ts';
import { nationalLists } from '#features/outbound/do-not-call/server/index.ts';
import { listedAmong } from '#features/voice/blacklist/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Consent } from '#shared/codes/consent.ts';
import { mayEverCall } from '../core/may-call.ts';
import { CAMPAIGN_GREW, type AddedCustomers, type KeptOut } from '../contract.ts';
import { assignByRule } from './assign-members.ts';
import { campaignWorkers } from './campaign-workers.ts';
import { campaignsRepo, type CampaignRow } from './campaigns.repo.ts';
import { consentWord } from './may-call-now.ts';
import { membersRepo, type NewCampaignMember } from './members.repo.ts';
import { moveCampaign, pushCampaignChanged } from './move-campaign.ts';

/** Somebody to be called, before anybody looked whether they may be. */
export type Person = Omit<NewCampaignMember, 'agentId' | 'priority' | 'consent'> & {
  priority?: number | undefined;
  /** What the file itself says. */
  doNotCall?: boolean;
  consent?: Consent;
};

/** So many people are judged with a handful of statements. */
export const PEOPLE_AT_ONCE = 5_000;

const nobody = (): AddedCustomers => ({ added: 0, duplicates: 0, keptOut: {}, unknown: 0 });

export function sum(one: AddedCustomers, other: AddedCustomers): AddedCustomers {
  const keptOut = { ...one.keptOut };
  for (const [why, count] of Object.entries(other.keptOut) as [KeptOut, number][])
    keptOut[why] = (keptOut[why] ?? 0) + count;
  return {
    added: one.added + other.added,
    duplicates: one.duplicates + other.duplicates,
    keptOut,
    unknown: one.unknown! + other.unknown!,
  };
}

/** Who of these may be called by the campaign, and what becomes of the others. Whoever is a customer of ours is called by that name. */
export async function judgePeople(
  tx: TenantTx,
  campaign: CampaignRow,
  people: readonly Person[],
  nowMs: number,
): Promise<{ taken: Person[]; tally: AddedCustomers }> {
  const tally = nobody();
  const numbers = [...new Set(people.map(({ number }) => number))];
  const repo = membersRepo(tx);
  const there = await repo.known(campaign.id, numbers);
  const elsewhere =
    campaign.otherCampaigns === 'allow'
      ? new Set<string>()
      : await repo.elsewhere(campaign.id, numbers, campaign.otherCampaigns === 'skipOpen');
  const customers = await customersByNumber(tx, numbers);
  const [fromTasks, fromCalls] = [await listedAmong(tx, numbers, 'task'), await listedAmong(tx, numbers, 'call')];
  const lists = await nationalLists(tx, numbers);
  const taken: Person[] = [];
  const keepOut = (why: KeptOut): void => void (tally.keptOut[why] = (tally.keptOut[why] ?? 0) + 1);
  for (const person of people) {
    const { number, country } = person;
    if (there.has(number)) {
      tally.duplicates += 1;
      continue;
    }
    const known = customers.get(number);
    const consent =
      person.consent === undefined || person.consent === Consent.unknown ? known?.consent : person.consent;
    const may = mayEverCall(
      {
        number,
        country,
        zones: [],
        isOwnNumber: false,
        isBlacklisted: fromTasks.has(number) || fromCalls.has(number),
        hasOptedOut: (person.doNotCall ?? false) || (known?.doNotCall ?? false),
        consent: known?.consent === Consent.withdrawn ? 'withdrawn' : consentWord(consent ?? Consent.unknown),
        nationalList: lists.get(number) ?? null,
        calledAtMs: [],
        abandonedAtMs: null,
        refusedAtMs: null,
        isUndecided: false,
      },
      campaign.needsConsent,
      nowMs,
    );
    if (!may.allowed) {
      keepOut(may.why as KeptOut);
      continue;
    }
    if (elsewhere.has(number)) {
      keepOut('otherCampaign');
      continue;
    }
    there.add(number);
    taken.push({
      ...person,
      customerId: person.customerId ?? known?.id ?? null,
      name: person.name || known?.fullName || '',
      timeZone: person.timeZone || known?.timeZone || '',
    });
  }
  tally.added = taken.length;
  return { taken, tally };
}

/** Adds those who may be called; `grown` is to be called once all are in. */
export async function addPeople(
  tx: TenantTx,
  campaign: CampaignRow,
  people: readonly Person[],
  { importId = null, nowMs }: { importId?: number | null; nowMs: number },
): Promise<AddedCustomers> {
  const { taken, tally } = await judgePeople(tx, campaign, people, nowMs);
  const added = await membersRepo(tx).add(
    campaign.id,
    taken.map(({ customerId, number, country, name, timeZone, columns, consent, priority }) => ({
      customerId,
      number,
      country,
      name,
      timeZone,
      columns,
      consent: consent ?? Consent.unknown,
      priority: priority ?? campaign.priority,
      agentId: null,
    })),
    importId,
  );
  // Somebody else added the same number at the same moment.
  return { ...tally, added, duplicates: tally.duplicates + tally.added - added };
}

/** Customers came in: they are shared out, counted and told of, and a campaign that was through goes on. */
export async function grown(tx: TenantTx, campaign: CampaignRow, added: number, nowMs: number): Promise<void> {
  if (added > 0) {
    if (campaign.assignRule !== 'pool')
      await assignByRule(
        tx,
        { campaignId: campaign.id, onlyUnassigned: true },
        campaign.assignRule,
        await campaignWorkers(tx).workers(campaign.id),
      );
    // Customers before their campaign, as everywhere: who is done with one in between waits for nobody who waits for them.
    await campaignsRepo(tx).count(campaign.id, { customers: added });
    await tx.announce(CAMPAIGN_GREW, { tenantId: tx.tenantId, campaignId: campaign.id, added });
    await pushCampaignChanged(tx, campaign.id);
  }
  await moveCampaign(
    tx,
    campaign.id,
    { type: added > 0 && campaign.state === 'completed' ? 'customersAdded' : 'filled' },
    nowMs,
  );
}

import { isListed } from '#features/voice/blacklist/server/index.ts';
import { nationalLists } from '#features/outbound/do-not-call/server/index.ts';
import { customersByNumber } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { Consent } from '#shared/codes/consent.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { hoursOnDays, nextAllowedMoment, type CallableHours } from '../core/callable-hours.ts';
import { mayCall, type CallFacts, type WhyNotCalled } from '../core/may-call.ts';
import { zonesOfCustomer } from '../core/zones-of-number.ts';
import { attemptsRepo } from './attempts.repo.ts';
import type { CampaignRow } from './campaigns.repo.ts';
import type { CampaignMember } from './members.repo.ts';

export type CallAnswer =
  | { allowed: true }
  | { allowed: false; why: WhyNotCalled | 'notRunning'; untilMs: number | null };

export const consentWord = (consent: Consent): CallFacts['consent'] =>
  consent === Consent.given ? 'given' : consent === Consent.withdrawn ? 'withdrawn' : 'unknown';

export const hoursOf = ({ hours }: Pick<CampaignRow, 'hours'>): CallableHours | null =>
  hours.length === 0
    ? null
    : { weekly: hours.flatMap(({ weekdays, from, to }) => hoursOnDays(weekdays, from, to)), holidays: [] };

/** Whether a person may call a customer of a campaign at this very moment. Everything is looked up anew: since the list was read they may have said no. */
export async function mayCallNow(
  tx: TenantTx,
  campaign: CampaignRow,
  { number, country, timeZone, nextAt, isFollowUp, consent }: CampaignMember,
  nowMs: number,
  {
    counts = false,
    attemptId = null,
  }: {
    /** It is about to be dialled. */ counts?: boolean;
    /** The attempt that this call is, if there is one by now: no call before it. */ attemptId?: number | null;
  } = {},
): Promise<CallAnswer> {
  if (campaign.state !== 'running') return { allowed: false, why: 'notRunning', untilMs: null };
  const known = (await customersByNumber(tx, [number])).get(number);
  const { calledAtMs, refusedAtMs } = await attemptsRepo(tx).toNumber(number, nowMs, attemptId);
  const own = zonesOfCustomer(number, {
    country: known?.country || country,
    timeZone: known?.timeZone || timeZone,
  });
  const facts: CallFacts = {
    number,
    country,
    zones: own,
    // The plan of the call knows our own numbers, and refuses them.
    isOwnNumber: false,
    isBlacklisted: (await isListed(tx, number, 'task', { counts })) || (await isListed(tx, number, 'call')),
    hasOptedOut: known?.doNotCall ?? false,
    // What they told us holds before what a file told of them.
    consent: consentWord(known && known.consent !== Consent.unknown ? known.consent : consent),
    nationalList: (await nationalLists(tx, [number])).get(number) ?? null,
    calledAtMs,
    abandonedAtMs: null,
    refusedAtMs,
    // Somebody decides by dialling: that is what an undecided attempt waits for.
    isUndecided: false,
  };
  const wish = {
    hours: campaign.zoneRule === 'customer' ? hoursOf(campaign) : null,
    holidays: [],
    needsConsent: campaign.needsConsent,
    perDay: campaign.retry.perDay,
    // What was promised is a time, and a person who calls earlier knows why; retries wait.
    notBeforeMs: nextAt === null || isFollowUp ? null : fromWireTime(nextAt),
    expiresAtMs: campaign.expiresAt === null ? null : fromWireTime(campaign.expiresAt),
    byPerson: true,
  };
  const answer = mayCall(facts, wish, nowMs);
  if (!answer.allowed || campaign.zoneRule === 'customer' || campaign.hours.length === 0) return answer;
  // Hours by the clock of the team hold besides those of the country called.
  const opensMs = nextAllowedMoment([hoursOf(campaign)!], [await tenantZone(tx)], nowMs);
  return opensMs === nowMs ? answer : { allowed: false, why: 'hours', untilMs: opensMs };
}

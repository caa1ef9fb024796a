import { isListed, listedAmong } from '#features/voice/blacklist/server/index.ts';
import { nationalLists, noCallDaysIn } from '#features/outbound/do-not-call/server/index.ts';
import { customersByNumber } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { Consent } from '#shared/codes/consent.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { hoursOnDays, nextAllowedMoment, type CallableHours } from '../core/callable-hours.ts';
import { daysOffOf } from '../core/days-off.ts';
import { mayCall, type CalleeFacts, type CallWish, type WhyNotCalled } from '../core/may-call.ts';
import { zonesOfCustomer } from '../core/zones-of-number.ts';
import { callsToNumbers, type WhoseCall } from './calls-to-numbers.ts';
import type { CampaignRow } from './campaigns.repo.ts';
import { holdNumber } from './held-numbers.ts';
import type { CampaignMember } from './members.repo.ts';

export type CallAnswer =
  | { allowed: true }
  | { allowed: false; why: WhyNotCalled | 'notRunning' | 'underWay'; untilMs: number | null };

/** What no waiting helps against: such a customer is done with. */
export const notCallableForGood: ReadonlySet<string> = new Set<WhyNotCalled>([
  'number',
  'ownNumber',
  'blacklisted',
  'optedOut',
  'doNotCall',
  'noConsent',
]);

/** Of a customer of a campaign what the question is asked with. */
export type AskedMember = Pick<CampaignMember, 'number' | 'country' | 'timeZone' | 'nextAt' | 'isFollowUp' | 'consent'>;

export const consentWord = (consent: Consent): CalleeFacts['consent'] =>
  consent === Consent.given ? 'given' : consent === Consent.withdrawn ? 'withdrawn' : 'unknown';

export const hoursOf = ({ hours }: Pick<CampaignRow, 'hours'>): CallableHours | null =>
  hours.length === 0
    ? null
    : { weekly: hours.flatMap(({ weekdays, from, to }) => hoursOnDays(weekdays, from, to)), holidays: [] };

/** Another call to the same number goes on: it is asked again after so long. */
const UNDER_WAY_MS = 300_000;
const isBusy = (nowMs: number): CallAnswer => ({ allowed: false, why: 'underWay', untilMs: nowMs + UNDER_WAY_MS });

/** What is known of many numbers at this moment, in a few statements however many they are. */
async function factsOfMany(
  tx: TenantTx,
  members: readonly AskedMember[],
  nowMs: number,
  whose: WhoseCall = {},
): Promise<{ facts: CalleeFacts; isUnderWay: boolean; daysOff: CallWish['daysOff'] }[]> {
  const numbers = [...new Set(members.map(({ number }) => number))];
  const customers = await customersByNumber(tx, numbers);
  const fromTasks = await listedAmong(tx, numbers, 'task');
  const fromCalls = await listedAmong(tx, numbers, 'call');
  const lists = await nationalLists(tx, numbers);
  const calls = await callsToNumbers(tx, numbers, nowMs, whose);
  const livesIn = (number: string): string => customers.get(number)?.country ?? '';
  const places = new Set(members.flatMap(({ number, country }) => [country, livesIn(number)]));
  const ownDays = await noCallDaysIn(tx, [...places]);
  return members.map(({ number, country, timeZone, consent }) => {
    const known = customers.get(number);
    const { calledAtMs, refusedAtMs, abandonedAtMs, isUnderWay } = calls.get(number)!;
    return {
      isUnderWay,
      daysOff: daysOffOf({ number, country, livesIn: livesIn(number) }, ownDays, nowMs),
      facts: {
        number,
        country,
        zones: zonesOfCustomer(number, {
          country: known?.country || country,
          timeZone: known?.timeZone || timeZone,
        }),
        // The plan of the call knows our own numbers, and refuses them.
        isOwnNumber: false,
        isBlacklisted: fromTasks.has(number) || fromCalls.has(number),
        hasOptedOut: known?.doNotCall ?? false,
        // What they told us holds before what a file told of them.
        consent: consentWord(known && known.consent !== Consent.unknown ? known.consent : consent),
        nationalList: lists.get(number) ?? null,
        calledAtMs,
        abandonedAtMs,
        refusedAtMs,
        // Somebody decides by dialling, or by opening them again: that is what an undecided attempt waits for.
        isUndecided: false,
      },
    };
  });
}

function wishOf(
  campaign: CampaignRow,
  { nextAt, isFollowUp }: AskedMember,
  daysOff: CallWish['daysOff'],
  byPerson: boolean,
): CallWish {
  return {
    hours: campaign.zoneRule === 'customer' ? hoursOf(campaign) : null,
    daysOff,
    needsConsent: campaign.needsConsent,
    perDay: campaign.retry.perDay,
    // What was promised is a time, and a person who calls earlier knows why; retries wait.
    notBeforeMs: nextAt === null || (isFollowUp && byPerson) ? null : fromWireTime(nextAt),
    expiresAtMs: campaign.expiresAt === null ? null : fromWireTime(campaign.expiresAt),
    byPerson,
  };
}

/** Hours by the clock of the team hold besides those of the country called. */
export function teamHours(
  campaign: Pick<CampaignRow, 'hours' | 'zoneRule'>,
  zone: string,
  nowMs: number,
): Extract<CallAnswer, { allowed: false }> | null {
  if (campaign.zoneRule === 'customer' || campaign.hours.length === 0) return null;
  const opensMs = nextAllowedMoment([hoursOf(campaign)!], [zone], nowMs);
  return opensMs === nowMs ? null : { allowed: false, why: 'hours', untilMs: opensMs };
}

/** Whether a person may call a customer of a campaign at this very moment. Everything is looked up anew: since the list was read they may have said no. */
export async function mayCallNow(
  tx: TenantTx,
  campaign: CampaignRow,
  member: AskedMember,
  nowMs: number,
  { counts = false, ...whose }: WhoseCall & { /** It is about to be dialled. */ counts?: boolean } = {},
): Promise<CallAnswer> {
  if (campaign.state !== 'running') return { allowed: false, why: 'notRunning', untilMs: null };
  // Nobody else of the team begins a call to them until this one is written down.
  if (counts) await holdNumber(tx, member.number);
  const { facts, isUnderWay, daysOff } = (await factsOfMany(tx, [member], nowMs, whose))[0]!;
  if (counts && facts.isBlacklisted) await isListed(tx, member.number, 'task', { counts });
  const answer = mayCall(facts, wishOf(campaign, member, daysOff, true), nowMs);
  if (answer.allowed && isUnderWay) return isBusy(nowMs);
  return answer.allowed ? (teamHours(campaign, await tenantZone(tx), nowMs) ?? answer) : answer;
}

/** Which of many customers nobody of ours dials may be called at this very moment, in the order given. */
export async function mayCallMany(
  tx: TenantTx,
  campaign: CampaignRow,
  members: readonly AskedMember[],
  nowMs: number,
): Promise<CallAnswer[]> {
  if (campaign.state !== 'running') return members.map(() => ({ allowed: false, why: 'notRunning', untilMs: null }));
  const closed = teamHours(campaign, await tenantZone(tx), nowMs);
  const answers: CallAnswer[] = [];
  for (const [index, { facts, isUnderWay, daysOff }] of (await factsOfMany(tx, members, nowMs)).entries()) {
    const member = members[index]!;
    const answer = mayCall(facts, wishOf(campaign, member, daysOff, false), nowMs);
    if (facts.isBlacklisted) await isListed(tx, member.number, 'task', { counts: true });
    if (answer.allowed && isUnderWay) answers.push(isBusy(nowMs));
    else answers.push(answer.allowed ? (closed ?? answer) : answer);
  }
  return answers;
}

import { readDialled } from '#core/call/dialled-number.ts';
import {
  accountOfRow,
  accountRow,
  isPhoneWord,
  phoneAccount,
  type PhoneAccountHolder,
} from '#features/team/agents/server/index.ts';
import { allowedCountries } from '#features/voice/call-limits/server/index.ts';
import { holdsSeat, sharedSeats } from '#features/team/seats/server/index.ts';
import { reachedCustomers } from '#platform/server/customer-reach.ts';
import type { TaskCall } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { diallingCode } from '#shared/countries.ts';
import type { FailureName } from '#shared/errors.ts';
import { readCallback, type Callback } from './callback.ts';
import type { CallPlans, CallSettings, InternalPlan, OutboundAsk, OutboundPlan, RefusedPlan } from './call-plans.ts';
import { callFacts, factsOfRow, type OutboundCallFacts } from './call-facts.repo.ts';
import { decideCall, decideInternal, factsAskOf, type CallDecision, type CallQuestion } from './decide-call.ts';
import { refusedBecause, asRefusal, type PlanParts } from './plan-parts.ts';

/** Whether a phone may call there, and over which trunks. */
export async function planOutbound(parts: PlanParts, ask: OutboundAsk): ReturnType<CallPlans['outbound']> {
  const { db, clock, log, catalogue, words, exchange } = parts;
  const phoneHeader = headersOf(ask.headers);
  // A phone names the node its agent is at, by its id; there is no way from here to another.
  if (!['', exchange.node].includes(phoneHeader(CallHeader.asmIp))) return refusedBecause('unreachable');
  const { account, knownAlready } = await lookUpCaller(parts, ask, phoneHeader);
  if (!account || !(ask.vouched || ask.ofOwnPage || showsToken(account, phoneHeader))) return refusedBecause('token');
  const home =
    account.isSipPhone && !phoneHeader(CallHeader.calleeCountryCode)
      ? await db.tenant({ tenantId: account.tenantId }, homeCode)
      : '';
  const header: HeaderOf = (name) => phoneHeader(name) || (name === CallHeader.calleeCountryCode ? home : '');
  // What stands for a number is as good as the number, for those who may not see it.
  const to = isPhoneWord(ask.to) ? ((await words.numberToDial(account.tenantId, ask.to)) ?? '') : ask.to;
  const callId = wordOf(header(CallHeader.callbackCallId));
  const question = {
    ...questionOf(parts, account, to, header),
    viaMobile: ask.ofOwnPage ?? false,
    forCall: ask.forCall,
  };
  const known = callId === null ? (knownAlready ?? (await lookUp(parts, account, question))) : null;
  if (known && !known.areShared && known.facts.colleague)
    return internal(account, decideInternal(question, known.facts));
  return db.tenant({ tenantId: account.tenantId }, async (tx) => {
    // A phone that is still registered after its agent left a shared seat.
    if ((known?.areShared ?? true) && !(await holdsSeat(tx, account.userId, 'voice', clock.nowMs())))
      return refusedBecause('token');
    const callback = await readCallback(tx, catalogue.keepers, {
      account,
      to,
      countryCode: header(CallHeader.calleeCountryCode),
      callId,
      vouched: ask.vouched ?? false,
    });
    if (callId !== null && !('callbackOf' in callback && callback.callbackOf))
      log.warn(
        { tenantId: account.tenantId, userId: account.userId },
        'suspicious: a phone called back a call that its agent may not see',
      );
    if ('refused' in callback) return callback;
    const planned = await plan(parts, tx, account, question, callback, header, known?.facts);
    return 'refused' in planned && callback.to !== ask.to
      ? { ...planned, number: callback.to.replace(/\D/g, '') }
      : planned;
  });
}

interface KnownOfCall {
  areShared: boolean;
  facts: OutboundCallFacts;
}

/** So many callers are remembered; a few more journeys, and they are again. */
const CALLERS_MOST = 10_000;

/** The account, and of one that called before also what most calls need to know: it is taken for whose it was, and believed if it is. */
async function lookUpCaller(
  parts: PlanParts,
  ask: OutboundAsk,
  header: HeaderOf,
): Promise<{ account: PhoneAccountHolder | null; knownAlready?: KnownOfCall }> {
  const { db, callers } = parts;
  const caller = callers.get(ask.account);
  // What is dialled may have to be looked up itself, and the country of desk phones.
  const isPlain = !isPhoneWord(ask.to) && header(CallHeader.calleeCountryCode) !== '';
  if (!caller || !isPlain || wordOf(header(CallHeader.callbackCallId)) !== null) {
    const account = await phoneAccount(db, ask.account);
    if (callers.size >= CALLERS_MOST) callers.clear();
    if (account) callers.set(ask.account, { tenantId: account.tenantId, userId: account.userId });
    return { account };
  }
  const [accounts, seats, facts] = await db.readBoth(
    'an account alone does not tell the tenant',
    accountRow(ask.account),
    caller,
    [sharedSeats, callFacts(factsAskOf(parts, caller.tenantId, questionOf(parts, caller, ask.to, header)))],
  );
  const account = accountOfRow(accounts[0]);
  if (account?.tenantId === caller.tenantId && account.userId === caller.userId)
    return { account, knownAlready: { areShared: seats[0]!.areShared, facts: factsOfRow(facts[0]!) } };
  callers.delete(ask.account);
  return { account };
}

const questionOf = (
  { clock }: PlanParts,
  { userId }: Pick<PhoneAccountHolder, 'userId'>,
  to: string,
  header: HeaderOf,
): CallQuestion => ({
  purpose: 'manual',
  userId,
  to,
  countryCode: header(CallHeader.calleeCountryCode),
  routerId: routerIdOf(header(CallHeader.routerId)),
  shown: header(CallHeader.outCallerNumber).replace(/^\+/, ''),
  nowMs: clock.nowMs(),
  depth: 'count',
});

/** What most calls need to know, in one journey to the database. */
async function lookUp(
  parts: PlanParts,
  { tenantId }: PhoneAccountHolder,
  question: CallQuestion,
): Promise<KnownOfCall> {
  const [seats, facts] = await parts.db.read({ tenantId }, [
    sharedSeats,
    callFacts(factsAskOf(parts, tenantId, question)),
  ]);
  return { areShared: seats[0]!.areShared, facts: factsOfRow(facts[0]!) };
}

function internal(account: PhoneAccountHolder, { way, facts }: CallDecision): InternalPlan | RefusedPlan {
  const { tenantId, userId, sipNum } = account;
  if (way && 'refused' in way) return asRefusal(way);
  return {
    kind: 'internal',
    tenantId,
    userId,
    sipNum,
    callee: facts.colleague!,
    settings: ofAgent(facts.settings, account),
  };
}

async function plan(
  parts: PlanParts,
  tx: TenantTx,
  account: PhoneAccountHolder,
  question: CallQuestion,
  { to, callbackOf }: Callback,
  header: HeaderOf,
  known: OutboundCallFacts | undefined,
): Promise<OutboundPlan | InternalPlan | RefusedPlan> {
  const { log, catalogue } = parts;
  const { tenantId, userId, sipNum } = account;
  const dialled = { ...question, to };
  // Asked first: a call that a task refuses takes no place of a limit.
  const task = await taskOf(catalogue, tx, userId, dialled, header);
  if (task && 'refused' in task) return { refused: task.refused, detail: 'task' };
  const decision = await decideCall(parts, tx, dialled, known);
  const { way, number, country, facts, charge } = decision;
  if (!way) return internal(account, decision);
  if ('refused' in way) {
    if (task?.call) for (const one of catalogue.taskCalls) await one.refused(tx, task.call, way.refused, way.detail);
    if (way.detail === 'unknownRouter')
      log.warn({ tenantId, userId }, 'suspicious: a phone asked for a route that is not its tenant’s');
    return asRefusal(way);
  }
  return {
    kind: 'outbound',
    tenantId,
    userId,
    sipNum,
    number,
    country,
    trunks: way.trunks.map(({ id, name }) => ({ id, name })),
    routerId: way.routerId,
    displayNumber: way.displayNumber,
    emergencyAddress: way.emergencyAddress,
    callbackOf,
    task: task?.named ?? null,
    settings: ofAgent(facts.settings, account),
    ...(charge && { charge }),
  };
}

/** A desk phone names no country: where its team may call one only, numbers are of that one. */
async function homeCode(tx: TenantTx): Promise<string> {
  const [country, ...others] = await allowedCountries(tx);
  return country !== undefined && others.length === 0 ? (diallingCode(country) ?? '') : '';
}

type HeaderOf = (name: CallHeader) => string;

/** Names of headers are the same however a phone writes them. */
function headersOf(headers: Readonly<Record<string, string>>): HeaderOf {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  return (name) => byName.get(name.toLowerCase()) ?? '';
}

function showsToken(account: PhoneAccountHolder, header: HeaderOf): boolean {
  const agent = header(CallHeader.ccAgent);
  return (
    (agent === '' || agent === account.sipNum) && (account.isSipPhone || account.holds(header(CallHeader.ccToken)))
  );
}

const ofAgent = (settings: CallSettings, { recordCalls, wrapUp }: PhoneAccountHolder): CallSettings => ({
  ...settings,
  recordCalls: settings.recordCalls && recordCalls,
  wrapUpMs: wrapUp ? settings.wrapUpMs : 0,
});

const routerIdOf = (text: string): number | null => (text === '' ? 0 : /^\d{1,15}$/.test(text) ? Number(text) : null);
const wordOf = (text: string): string | null => (/^[\w.@-]{1,100}$/.test(text) ? text : null);

interface CallTask {
  named: OutboundPlan['task'];
  /** As capabilities that have tasks know it. */
  call: TaskCall | null;
}

/** The customer a phone names is one its agent has to do with: else naming any would make it theirs. */
async function taskOf(
  catalogue: PlanParts['catalogue'],
  tx: TenantTx,
  userId: number,
  { to, countryCode, forCall }: CallQuestion,
  header: HeaderOf,
): Promise<CallTask | { refused: FailureName } | null> {
  const [taskId, named] = [wordOf(header(CallHeader.taskId)), wordOf(header(CallHeader.customerId))];
  const id = named !== null && /^\d{1,15}$/.test(named) ? Number(named) : null;
  const reader = { userId, isOwner: false, functions: new Set<string>() };
  const customerId = id !== null && (await reachedCustomers(catalogue, tx, reader, [id])).has(id) ? named : null;
  if (taskId === null)
    return customerId === null ? null : { named: { taskId, taskName: null, customerId }, call: null };
  const dialled = readDialled(to, countryCode);
  // No task keeps anybody from calling for help; of what is no number the plan itself says so.
  if (dialled.is !== 'number') return { named: { taskId, taskName: null, customerId }, call: null };
  const callId = forCall && !forCall.isMore ? forCall.callId : null;
  const call = { taskId, customerId, number: dialled.number, userId, callId };
  for (const one of catalogue.taskCalls) {
    const known = await one.leaving(tx, call);
    if (known && 'refused' in known) return known;
    if (known) return { named: { taskId, taskName: known.taskName, customerId: known.customerId ?? customerId }, call };
  }
  return { named: { taskId, taskName: null, customerId }, call: null };
}

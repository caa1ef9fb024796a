import { atThisHour } from '#core/call/closed-hours.ts';
import { chooseWay, whyNotCall, type CallerFacts, type Refused } from '#core/call/call-permission.ts';
import { readDialled, type Dialled } from '#core/call/dialled-number.ts';
import { countryOf } from '#core/call/number-country.ts';
import {
  isPhoneWord,
  openTenantSecrets,
  phoneAccount,
  phoneWords,
  type PhoneAccount,
} from '#features/team/agents/server/index.ts';
import { closedNow } from '#features/voice/business-hours/server/index.ts';
import { readCallSettings } from '#features/voice/call-settings/server/index.ts';
import { calledNumber, groupsIn, type CalledNumber } from '#features/voice/did-numbers/server/index.ts';
import { publishedFlow } from '#features/flows/flows/server/index.ts';
import { holdsSeat } from '#features/team/seats/server/index.ts';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { isBlacklisted } from './blacklist-check.ts';
import { callAttempts } from './call-attempts.ts';
import { readCallback, type Callback } from './callback.ts';
import { readCallFacts } from './call-facts.repo.ts';
import type {
  CallPlans,
  CallSettings,
  GuestCallers,
  InboundMenu,
  InboundPlan,
  InternalPlan,
  MenuGoal,
  OutboundAsk,
  OutboundPlan,
} from './call-plans.ts';
import { routesRepo } from './routes.repo.ts';

type PlansWorld = Pick<World, 'db' | 'clock' | 'log' | 'catalogue'>;

/** Which rule sends a caller elsewhere than their number says; null where none does. */
export type Allocate = (
  tx: TenantTx,
  call: { didNumberId: number; from: string; nowMs: number },
) => Promise<
  { kind: 'flow'; flowId: number } | { kind: 'group'; groupId: number } | { kind: 'agent'; userId: number } | null
>;

/** The plans, and the way to say that no more calls shall go out. */
export interface OpenCallPlans extends CallPlans {
  close(): void;
}

/** Looks up what the decisions of `core/call/call-permission.ts` need, and writes down what they allow. */
export function openCallPlans(
  { db, clock, log, catalogue }: PlansWorld,
  guests: GuestCallers = noGuests,
  allocate: Allocate = async () => null,
): OpenCallPlans {
  const words = phoneWords(openTenantSecrets(db));
  let closed = false;

  async function outbound(ask: OutboundAsk): ReturnType<CallPlans['outbound']> {
    if (closed) return whyNotCall(refusedBecause('stopping'))!;
    const header = headersOf(ask.headers);
    const account = await phoneAccount(db, ask.account);
    if (!account || !(ask.vouched || showsToken(account, header))) return whyNotCall(refusedBecause('token'))!;
    // What stands for a number is as good as the number, for those who may not see it.
    const to = isPhoneWord(ask.to) ? ((await words.numberOf(account.tenantId, ask.to)) ?? '') : ask.to;
    return db.tenant({ tenantId: account.tenantId }, async (tx) => {
      // A phone that is still registered after its agent left a shared seat.
      if (!(await holdsSeat(tx, account.userId, 'voice', clock.nowMs()))) return whyNotCall(refusedBecause('token'))!;
      const callId = wordOf(header(CallHeader.callbackCallId));
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
      const planned = await plan(tx, account, callback, header);
      return 'refused' in planned && callback.to !== ask.to
        ? { ...planned, number: callback.to.replace(/\D/g, '') }
        : planned;
    });
  }

  async function plan(
    tx: TenantTx,
    account: PhoneAccount,
    { to, callbackOf }: Callback,
    header: HeaderOf,
  ): Promise<OutboundPlan | InternalPlan | Refused> {
    const nowMs = clock.nowMs();
    const { tenantId, userId, sipNum } = account;
    const dialled = readDialled(to, header(CallHeader.calleeCountryCode));
    const number = dialled.is === 'number' ? dialled.number : '';
    const facts = await readCallFacts(tx, { to, number, userId });
    const { colleague: callee, routers, numbers } = facts;
    const colleague = callee ? (callee.userId === userId ? 'self' : 'other') : null;
    const listed = number !== '' && (await isBlacklisted(catalogue.blacklist, tx, number, 'outbound'));
    const refused = whyNotCall({
      ...facts,
      exchange: 'up',
      hasRightToken: true,
      colleague,
      nowMs,
      dialled,
      isBlacklisted: listed,
    });
    if (refused) return refused;
    const settings = ofAgent(facts.settings, account);
    if (callee) return { kind: 'internal', tenantId, userId, sipNum, callee, settings };
    const { country } = dialled as Dialled & { is: 'number' };

    const attempts = callAttempts(tx, nowMs);
    await attempts.takeTurn();
    const { lines, limits } = await attempts.look(facts.limits, userId, number);
    const way = chooseWay({
      country,
      routerId: routerIdOf(header(CallHeader.routerId)),
      routers,
      lines,
      numbers,
      shown: header(CallHeader.outCallerNumber).replace(/^\+/, ''),
      limits,
    });
    if ('refused' in way) {
      if (way.detail === 'unknownRouter')
        log.warn({ tenantId, userId }, 'suspicious: a phone asked for a line that is not its tenant’s');
      return way;
    }
    await attempts.began(userId, number, way.lines[0]!.id);
    return {
      kind: 'outbound',
      tenantId,
      userId,
      sipNum,
      number,
      country,
      ...way,
      callbackOf,
      task: taskOf(header),
      settings,
    };
  }

  return {
    async outbound(ask) {
      try {
        return await outbound(ask);
      } catch (thrown) {
        if (!isUnavailable(thrown)) throw thrown;
        return whyNotCall(refusedBecause('unreachable'))!;
      }
    },

    async inbound({ did, from }) {
      const called = await calledNumber(db, did.replace(/\D/g, ''));
      if (!called) return { refused: 'cannotCallNumber' };
      const caller = from.replace(/\D/g, '').slice(0, 20);
      return db.tenant(
        { tenantId: called.tenantId },
        async (tx): Promise<Awaited<ReturnType<CallPlans['inbound']>>> => {
          if (caller !== '' && (await isBlacklisted(catalogue.blacklist, tx, caller, 'inbound')))
            return {
              refused: 'numberBlacklisted',
              called: { tenantId: called.tenantId, didNumberId: called.id, did: called.number, from: caller },
            };
          const goal = (await allocated(tx, allocate, called, caller, clock.nowMs())) ?? (await goalOf(tx, called));
          if (!goal) return { refused: 'boundNumberError' };
          const to = atThisHour(goal, await closedNow(tx, { numberId: called.id, nowMs: clock.nowMs() }));
          const settings = await readCallSettings(tx);
          const language = called.language ?? settings.language;
          return {
            kind: 'inbound',
            tenantId: called.tenantId,
            didNumberId: called.id,
            did: called.number,
            from: caller,
            fromCountry: countryOf(caller),
            language,
            to,
            settings: { ...settings, language },
          };
        },
      );
    },

    async guest(guest) {
      const caller = await guests.caller(guest);
      if (!caller) return { refused: 'cannotCallNumber' };
      const { tenantId, groupId, language, isBlocked, visitorId, name, customerId } = caller;
      if (isBlocked) return { refused: 'numberBlacklisted' };
      return db.tenant({ tenantId }, async (tx): ReturnType<CallPlans['guest']> => {
        if (!(await routesRepo(tx).hasGroup(groupId))) return { refused: 'boundNumberError' };
        const to = atThisHour(
          { kind: 'group', groupId },
          await closedNow(tx, { numberId: null, nowMs: clock.nowMs() }),
        );
        const settings = await readCallSettings(tx);
        return {
          kind: 'inbound',
          tenantId,
          didNumberId: null,
          did: '',
          from: '',
          fromCountry: null,
          language,
          to,
          settings: { ...settings, language },
          visitor: { visitorId, name, customerId },
        };
      });
    },

    async onward({ tenantId, number: to, shown }) {
      if (closed) return whyNotCall(refusedBecause('stopping'))!;
      return db.tenant({ tenantId }, async (tx): ReturnType<CallPlans['onward']> => {
        const dialled = readDialled(to.startsWith('+') ? to : `+${to}`, '');
        const number = dialled.is === 'number' ? dialled.number : '';
        const facts = await readCallFacts(tx, { to: '', number, userId: 0 });
        const refused = whyNotCall({
          ...facts,
          exchange: 'up',
          hasRightToken: true,
          colleague: null,
          nowMs: clock.nowMs(),
          dialled,
          isBlacklisted: number !== '' && (await isBlacklisted(catalogue.blacklist, tx, number, 'outbound')),
        });
        if (refused) return refused;
        const { country } = dialled as Dialled & { is: 'number' };
        const { lines } = await callAttempts(tx, clock.nowMs()).look([], 0, number);
        const facet = { country, routerId: 0, routers: facts.routers, lines, numbers: facts.numbers, limits: [] };
        // Our own number where it may be shown, else one that may.
        const way = chooseWay({ ...facet, shown });
        const chosen = 'refused' in way ? chooseWay({ ...facet, shown: '' }) : way;
        return 'refused' in chosen ? chosen : { number, lines: chosen.lines, displayNumber: chosen.displayNumber };
      });
    },

    async outboundEnded(tenantId, userId, number, answered) {
      await db.tenant({ tenantId }, (tx) => callAttempts(tx, clock.nowMs()).ended(userId, number, answered));
    },

    close() {
      closed = true;
    },
  };
}

const noGuests: GuestCallers = { caller: async () => null };

type HeaderOf = (name: CallHeader) => string;

/** Names of headers are the same however a phone writes them. */
function headersOf(headers: Readonly<Record<string, string>>): HeaderOf {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  return (name) => byName.get(name.toLowerCase()) ?? '';
}

function showsToken(account: PhoneAccount, header: HeaderOf): boolean {
  const agent = header(CallHeader.ccAgent);
  return (agent === '' || agent === account.sipNum) && account.holds(header(CallHeader.ccToken));
}

/** Enough facts to refuse before anything else is known of the call. */
const refusedBecause = (why: 'stopping' | 'unreachable' | 'token'): CallerFacts => ({
  exchange: why === 'token' ? 'up' : why,
  hasRightToken: false,
  colleague: null,
  nowMs: 0,
  paidUntilMs: null,
  balance: null,
  dialled: { is: 'wrong', why: 'characters' },
  isOwnNumber: false,
  allowedCountries: [],
  isBlacklisted: false,
});

const ofAgent = (settings: CallSettings, { recordCalls, wrapUp }: PhoneAccount): CallSettings => ({
  ...settings,
  recordCalls: settings.recordCalls && recordCalls,
  wrapUpMs: wrapUp ? settings.wrapUpMs : 0,
});

const routerIdOf = (text: string): number | null => (text === '' ? 0 : /^\d{1,15}$/.test(text) ? Number(text) : null);
const wordOf = (text: string): string | null => (/^[\w.@-]{1,100}$/.test(text) ? text : null);

function taskOf(header: HeaderOf): OutboundPlan['task'] {
  const [taskId, customerId] = [wordOf(header(CallHeader.taskId)), wordOf(header(CallHeader.customerId))];
  return taskId === null && customerId === null ? null : { taskId, taskName: null, customerId };
}

/** Where a rule sends this caller; null where none does. */
async function allocated(
  tx: TenantTx,
  allocate: Allocate,
  { id, groupId }: CalledNumber,
  from: string,
  nowMs: number,
): Promise<InboundPlan['to'] | null> {
  const goal = await allocate(tx, { didNumberId: id, from, nowMs });
  if (goal?.kind === 'flow') return { kind: 'flow', flowId: goal.flowId, fallbackGroupId: groupId };
  if (goal?.kind === 'agent') return { kind: 'person', userId: goal.userId, fallbackGroupId: groupId };
  return goal?.kind === 'group' && (await routesRepo(tx).hasGroup(goal.groupId))
    ? { kind: 'group', groupId: goal.groupId }
    : null;
}

/** Where callers of a number go; null when it leads nowhere. Groups that are gone are none. */
async function goalOf(
  tx: TenantTx,
  { inboundConfig, groupId, menu, flowId }: CalledNumber,
): Promise<InboundPlan['to'] | null> {
  if (inboundConfig !== InboundConfig.agentGroup && flowId !== null && (await publishedFlow(tx, flowId)))
    return { kind: 'flow', flowId, fallbackGroupId: groupId };
  if (inboundConfig === InboundConfig.agentGroup || !menu) return groupId === null ? null : { kind: 'group', groupId };
  const repo = routesRepo(tx);
  const gone = new Set<number>();
  for (const id of groupsIn(menu)) if (!(await repo.hasGroup(id))) gone.add(id);
  const still = (goal: MenuGoal): boolean => goal.kind !== 'group' || !gone.has(goal.groupId);
  const kept: InboundMenu = {
    ...menu,
    keys: Object.fromEntries(Object.entries(menu.keys).filter(([, goal]) => still(goal))),
    otherwise: still(menu.otherwise) ? menu.otherwise : { kind: 'voicemail' },
  };
  return { kind: 'menu', menu: kept };
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legId, type EndCause, type LegId } from '#core/telephony/telephony.port.ts';
import type { Call, Party } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import type { LineMedia } from '#core/call/line-media.ts';
import {
  ana,
  anInbound,
  anInternal,
  anOutbound,
  aCallback,
  aCampaignCall,
  campaignNews,
  budi,
  handTo,
  offerTo,
  play,
  sofia,
  toAgents,
  type Played,
} from './call-player.fixture.ts';
import { served, talkingOut } from './call-scenes.fixture.ts';

/** What may happen next, in whatever order; legs are named by their place among those that exist. */
type Move =
  | {
      do: 'leg';
      nth: number;
      what:
        | 'legRinging'
        | 'legEarlyMedia'
        | 'legAnswered'
        | 'legHeld'
        | 'legResumed'
        | 'legDisconnected'
        | 'legReconnected'
        | 'moneyLow'
        | 'moneyBack'
        | 'moneyOver';
    }
  | { do: 'key'; nth: number; key: string }
  | { do: 'ends'; nth: number; cause: EndCause }
  | { do: 'played' }
  /** The way to a mobile is found, or there is none. */
  | { do: 'plan'; found: boolean }
  | { do: 'pass'; ms: number }
  | { do: 'send'; event: CallEvent };

const media = {
  musicSoundId: 1,
  welcomeSoundId: 2,
  repeat: { soundId: 3, everyMs: 15_000 },
  agentSoundId: 4,
  consentSoundId: null,
  recordingRules: { countries: [{ country: 'MX', word: 'consent' }], otherwise: 'notice', unknown: 'none' },
} as const satisfies LineMedia;
const nth = fc.nat({ max: 5 });
const agents = [ana, budi, sofia];
/** Sofia's calls ring at a mobile. */
const mobileSofia = { ...sofia, mobile: '525511112222' };
const goals = [
  budi,
  mobileSofia,
  { kind: 'group', groupId: 8 },
  { kind: 'number', number: '5215500', trunks: [{ id: 1, name: 'a' }], displayNumber: '5' },
] as const;
const asked: CallEvent[] = [
  { type: 'holdAsked' },
  { type: 'unholdAsked' },
  { type: 'swapAsked' },
  { type: 'talkWithAsked', with: 'both' },
  { type: 'talkWithAsked', with: 'third' },
  { type: 'muteAsked', who: 'customer', muted: true },
  { type: 'muteAsked', who: 'third', muted: true },
  { type: 'dropAsked', who: 'customer' },
  { type: 'dropAsked', who: 'third' },
  { type: 'completeAsked' },
  { type: 'cancelAsked' },
  { type: 'surveyAsked' },
  { type: 'keysAsked', keys: '1' },
  { type: 'placed', mayCallBack: true, language: null, wrapUpMs: null },
  { type: 'placed', mayCallBack: true, language: null, wrapUpMs: null, media },
  { type: 'lineFound', language: null, media },
  { type: 'lineChanged', groupId: 6, media: { ...media, musicSoundId: 9, repeat: null } },
  { type: 'lineClosed' },
  { type: 'withdraw', userId: 1 },
  { type: 'announce', position: 3 },
  { type: 'overflow', to: { kind: 'voicemail' } },
  { type: 'overflow', to: { kind: 'callback' } },
  { type: 'overflow', to: { kind: 'hangUp' } },
  { type: 'overflow', to: { kind: 'group', groupId: 6 } },
  { type: 'callbackPlanned', number: '52551', trunks: [{ id: 1, name: 'a' }], displayNumber: '5', routerId: 0 },
  { type: 'callbackRefused', refusal: 814, isTemporary: false },
  { type: 'hangUpAsked', userId: 1 },
  { type: 'hangUpAsked', userId: 2 },
  { type: 'phoneRegistered', sipNum: ana.sipNum },
  { type: 'monitorAsked', userId: 3, sipNum: sofia.sipNum, name: 'Sofia', mode: 'listen' },
  { type: 'monitorModeAsked', userId: 3, mode: 'barge' },
  { type: 'monitorStopAsked', userId: 3 },
  ...[ana, budi, mobileSofia].map(offerTo),
  ...goals.flatMap((to) =>
    (['blind', 'consult'] as const).map((kind): CallEvent =>
      to.kind === 'agent' ? handTo(to, kind) : { type: 'transferAsked', kind, to, reportTo: null },
    ),
  ),
];

/** What a flow asks and says; a number it calls is on nobody's account. */
const flowAsks: CallEvent[] = [
  ...(
    [
      budi,
      mobileSofia,
      { kind: 'group', groupId: 8 },
      { kind: 'number', number: '5215500', trunks: [{ id: 9, name: 'a' }], displayNumber: '5' },
    ] as const
  ).map((to): CallEvent => ({ type: 'flowAsked', askId: 2, ask: { what: 'transfer', to, timeoutMs: 20_000 } })),
  { type: 'flowAsked', askId: 3, ask: { what: 'voicemail', mailbox: { kind: 'main' }, maxMs: 20_000 } },
  { type: 'flowAsked', askId: 4, ask: { what: 'record', on: false } },
  { type: 'flowAsked', askId: 5, ask: { what: 'callback', groupId: 8, number: '52551' } },
  { type: 'flowEnded', why: 'hangUp' },
  { type: 'flowEnded', why: 'broken' },
];

/** What is heard at the other end of a campaign's call, and what the campaign wants of it. */
const anyLeg = legId('c1.1');
const ofCampaigns: CallEvent[] = [
  { type: 'answererHeard', leg: anyLeg, who: 'person', silentMs: 900 },
  { type: 'answererHeard', leg: anyLeg, who: 'machine', silentMs: 0 },
  { type: 'machineWaits', leg: anyLeg },
  { type: 'spokeEarly', leg: anyLeg },
  { type: 'endAsked', how: 'withdrawn' },
  { type: 'endAsked', how: 'now' },
];

const legEvents = [
  'legRinging',
  'legEarlyMedia',
  'legAnswered',
  'legAnswered',
  'legAnswered',
  'legHeld',
  'legResumed',
  'legDisconnected',
  'legReconnected',
  'moneyLow',
  'moneyBack',
  'moneyOver',
] as const;
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('leg' as const), nth, what: fc.constantFrom(...legEvents) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('key' as const), nth, key: fc.constantFrom('0', '1', '2', '9', '#') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ends' as const),
      nth,
      cause: fc.constantFrom<EndCause>('normal', 'rejected', 'noAnswer', 'lost', 'deviceError', 'busy', 'failed'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'played' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('plan' as const), found: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(500, 6_000, 30_000, 130_000) }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ofCampaigns).map((event) => ({ do: 'send' as const, event })) },
  { weight: 2, arbitrary: fc.constantFrom(...flowAsks).map((event) => ({ do: 'send' as const, event })) },
  { weight: 7, arbitrary: fc.constantFrom(...asked).map((event) => ({ do: 'send' as const, event })) },
);

const settings = { maxCallMs: 100_000, maxHoldMs: 20_000, surveyWhenAgentHangsUp: true } as const;
const menu = {
  prompt: 'menu.main',
  keys: { '1': { kind: 'group', groupId: 5 } },
  otherwise: { kind: 'voicemail' },
  waitMs: 5_000,
  tries: 2,
} as const;
const beginnings: Record<string, () => Call> = {
  inbound: () => anInbound({ ...settings, survey: 1 }),
  menu: () => anInbound({ ...settings, survey: 2 }, { kind: 'menu', menu }),
  flow: () => anInbound({ ...settings, survey: 1 }, { kind: 'flow', flowId: 12, fallbackGroupId: 5 }),
  person: () => anInbound({ ...settings, survey: 1 }, { kind: 'person', agent: budi, fallbackGroupId: 5 }),
  outbound: () => anOutbound({ ...settings, survey: 1 }),
  internal: () => anInternal(settings),
  callback: () => aCallback(),
  campaign: () => aCampaignCall(toAgents(), { ...settings, survey: 1 }),
  'campaign that listens': () => aCampaignCall(toAgents({ machine: { rule: 'message', soundId: 4 } }), settings),
  'campaign of a flow': () =>
    aCampaignCall(
      { kind: 'flow', flowId: 12, fallbackGroupId: 5, machine: { rule: 'connect' }, values: {} },
      { ...settings, survey: 1 },
    ),
  'campaign of a flow that listens': () =>
    aCampaignCall(
      { kind: 'flow', flowId: 12, fallbackGroupId: 5, machine: { rule: 'message', soundId: 4 }, values: {} },
      settings,
    ),
  mobile: () => ({
    ...anOutbound({ ...settings, survey: 1 }),
    parties: [],
    ringFirst: { ...ana, mobile: '525533334444' },
  }),
};

/** The first mobile a way is looked for. */
function plan(played: Played, found: boolean): boolean {
  const leg = played.call().parties.find(({ mobile }) => mobile?.at === 'planned')?.leg;
  if (!leg) return false;
  const trunks = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ];
  played.send(found ? { type: 'mobilePlanned', leg, trunks, displayNumber: '5' } : { type: 'mobileRefused', leg });
  return true;
}

function make(played: Played, next: Move): void {
  const legs = [...played.legs];
  const at = (n: number): LegId | undefined => legs[n % Math.max(legs.length, 1)];
  if (next.do === 'send') return void played.send(next.event);
  if (next.do === 'pass') return played.passMs(next.ms);
  if (next.do === 'plan') return void plan(played, next.found);
  if (next.do === 'played') {
    const { playing, parties } = played.call();
    const customer = parties.find(({ role }) => role === 'customer');
    return void (
      playing &&
      customer &&
      played.send({ type: 'played', leg: customer.leg, playId: playing, completed: true })
    );
  }
  const leg = at(next.nth);
  if (!leg) return;
  if (next.do === 'leg') played.send({ type: next.what, leg });
  else if (next.do === 'key') played.send({ type: 'keyPressed', leg, key: next.key });
  else played.ends(leg, next.cause);
}

/** In a conversation the two hear each other; whoever waits hears music. */
function nobodyIsLeftInSilence({ call, ears, muted, leg }: Played): void {
  const { at, parties, hold, transfer } = call();
  const [customer, agent] = (['customer', 'agent'] as const).map((role) =>
    parties.find((party) => party.role === role),
  );
  // Muting is for three.
  if (transfer?.with !== 'both') expect([...muted]).toEqual([]);
  // A colleague who put the agent on hold is alone by their own wish.
  if (at !== 'talking' || customer?.at !== 'up' || (agent && ears.get(agent.leg) === 'music')) return;
  expect(ears.get(customer.leg), JSON.stringify(parties)).toBeDefined();
  if (hold || (transfer && transfer.with === 'third')) expect(ears.get(customer.leg)).not.toBe(agent?.leg);
  else if (transfer?.with === 'both' && agent?.at === 'up' && parties.some(({ role }) => role === 'third'))
    expect(ears.get(customer.leg)).toBe(`${agent.leg}+${leg('third')}`);
  else if (agent?.at === 'up') expect([ears.get(customer.leg), ears.get(agent.leg)]).toEqual([agent.leg, customer.leg]);
}

/** Everybody hangs up, one after another, in the order the seed says; whoever is rung meanwhile too. */
function everybodyLeaves(played: Played, order: readonly number[]): void {
  for (let step = 0; (played.legs.size > 0 || plan(played, false)) && step < 100; step += 1)
    if (played.legs.size > 0) played.ends([...played.legs][(order[step] ?? 0) % played.legs.size]!);
  // Somebody who was promised a call, with nobody on the phone, stays in line; the line gives up.
  played.send({ type: 'overflow', to: { kind: 'hangUp' } });
}

/** A campaign hears of the end of its call once and last, and who found nobody has nobody. */
function checkCampaignNews(played: Played): void {
  const emittedTypes = campaignNews(played).map(({ type }) => type);
  expect(emittedTypes.filter((type) => type === 'ended')).toHaveLength(played.call().campaign ? 1 : 0);
  if (emittedTypes.length > 0) expect(emittedTypes.at(-1)).toBe('ended');
  for (const once of ['rang', 'answered', 'machine', 'connected', 'abandoned', 'optedOut'])
    expect(emittedTypes.filter((type) => type === once).length, once).toBeLessThanOrEqual(1);
  if (emittedTypes.includes('abandoned')) expect(emittedTypes).not.toContain('connected');
  if (emittedTypes.includes('optedOut')) expect(emittedTypes).toContain('abandoned');
}

test.each(Object.keys(beginnings))(
  '[CALL-22] %s: whatever happens in whatever order, no leg is left, the record is closed once, and nobody stays busy',
  (beginning) => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), fc.array(nth, { maxLength: 20 }), (moves, order) => {
        const played = play(beginnings[beginning]!());
        for (const next of moves) {
          make(played, next);
          nobodyIsLeftInSilence(played);
        }
        everybodyLeaves(played, order);
        expect(played.call()).toMatchObject({ at: 'over', parties: [] });
        expect(played.effects.filter(({ type }) => type === 'open')).toHaveLength(1);
        expect(played.effects.filter(({ type }) => type === 'close')).toHaveLength(1);
        expect(played.effects.at(-1)?.type === 'wake').toBe(false);
        for (const { userId } of agents)
          expect(balance(played, userId), JSON.stringify(played.news(userId))).toBe('free');
        expect(played.effects.filter(({ type }) => type === 'dialEnded').length).toBe(dialled(played));
        checkCampaignNews(played);
        expect(played.call().ringFirst).toBeNull();
        // A flow is told once that it is over: handed over with an answer, or left.
        if (played.effects.some(({ type }) => type === 'runFlow')) expect(played.call().flow).toBeNull();
        const lines = played.effects.filter(({ type }) => type === 'enqueue' || type === 'leaveLine');
        expect(played.call().queue, JSON.stringify(lines)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  },
);

test.each(Object.keys(beginnings))(
  '[CC-16] %s: whatever happens, a call that needs consent is recorded only after the customer agreed',
  (beginning) => {
    const { recordingRules } = media;
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const call = beginnings[beginning]!();
        const { settings: had } = call.facts;
        const played = play({ ...call, facts: { ...call.facts, settings: { ...had, recordingRules } } });
        for (const next of moves) make(played, next);
        const recordingSteps = played.effects.flatMap((effect) => {
          if (effect.type === 'record' && effect.kind === 'call') return ['record'];
          return effect.type === 'note' && effect.event.type === 'recordingWord' ? [effect.event.outcome] : [];
        });
        const isInternal = call.direction === 'internal';
        expect(recordingSteps.includes('record')).toBe(
          isInternal ? recordingSteps.includes('record') : recordingSteps.indexOf('record') > 0,
        );
        if (!isInternal && recordingSteps.includes('record')) expect(recordingSteps[0]).toBe('agreed');
        expect(recordingSteps.filter((word) => word !== 'record').length).toBeLessThanOrEqual(isInternal ? 0 : 1);
      }),
      { numRuns: 300 },
    );
  },
);

const stranger: Party = {
  leg: legId('other.2'),
  role: 'customer',
  who: { kind: 'outside', number: '525598765432' },
  at: 'up',
  away: false,
  shownAs: null,
  reservedAs: null,
  dial: null,
  mode: null,
};
const comesAlong: Record<'joined' | 'merged', CallEvent> = {
  joined: { type: 'joined', party: stranger, fromCall: 'other', reportTo: null, isUnrecorded: true },
  merged: { type: 'merged', party: stranger, own: null, fromCall: 'other', isUnrecorded: true },
};

test.each([
  ['joined', 'inbound', served],
  ['joined', 'outbound', talkingOut],
  ['merged', 'inbound', served],
  ['merged', 'outbound', talkingOut],
] as const)(
  '[CC-16] %s to an %s call: from the moment somebody comes along who may not be recorded nobody is, whatever happens',
  (how, _call, begins) => {
    let came = 0;
    fc.assert(
      fc.property(fc.array(move, { maxLength: 6 }), fc.array(move, { maxLength: 30 }), (before, after) => {
        const played = begins();
        for (const next of before) make(played, next);
        const { at, transfer, parties } = played.call();
        const has = (role: Party['role']) => parties.some((party) => party.role === role);
        if (at !== 'talking' || !has('customer') || (how === 'merged' && (transfer || !has('agent')))) return;
        came += 1;
        const earlier = played.effects.length;
        played.legs.add(stranger.leg);
        played.send(comesAlong[how]);
        expect(played.call().recording).toBeNull();
        for (const next of after) make(played, next);
        const recorded = played.effects.slice(earlier).filter((one) => one.type === 'record' && one.kind === 'call');
        expect(recorded).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(came).toBeGreaterThan(50);
  },
);

/** Numbers that were called, each once however many trunks were tried. */
/** Of an agent's call and of a flow's; what is tried after them is the same call. */
const firstTrunks: ReadonlySet<number> = new Set([1, 9]);
const dialled = (played: Played): number =>
  new Set(
    played.effects.flatMap((effect) =>
      effect.type === 'ringNumber' && firstTrunks.has(effect.trunk.id) ? [effect.leg] : [],
    ),
  ).size + plannedInVain(played);

/** A call whose agent did not take their mobile was planned, and is not called. */
const plannedInVain = (played: Played): number =>
  played.effects.filter((effect) => effect.type === 'dialEnded' && effect.trunkId === null).length;

/** What colleagues see of an agent after all the news; every ring and every conversation must have been ended. */
function balance(played: Played, userId: number): string {
  let shown = 'free';
  for (const news of played.news(userId)) {
    if (typeof news === 'object') shown = 'free';
    else if (news === 'monitoringEnded') shown = 'free';
    else shown = news;
  }
  return shown;
}

test('[CALL-22] three parties hang up in any order and leave nothing behind', () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const played = play(anInbound());
    const caller = played.leg('customer');
    played.send({ type: 'legAnswered', leg: caller });
    played.send(offerTo(ana));
    played.send({ type: 'legAnswered', leg: played.leg('agent') });
    played.send(handTo(budi, 'consult'));
    played.send({ type: 'legAnswered', leg: played.leg('third') });
    const legs = [caller, played.leg('agent'), played.leg('third')];
    for (const index of order) played.ends(legs[index]!);
    expect(played.legs.size).toBe(0);
    expect(played.call().parties).toEqual([]);
    expect(played.effects.filter(({ type }) => type === 'close')).toHaveLength(1);
  }
});

import { expect, test } from 'vitest';
import { chanceOf } from '#core/chance.ts';
import type { Call } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import {
  aCallback,
  aCampaignCall,
  ana,
  anInbound,
  anInternal,
  anOutbound,
  budi,
  handTo,
  offerTo,
  play,
  sofia,
  type Played,
} from './call-player.fixture.ts';
import { served } from './call-scenes.fixture.ts';
import { KEPT_VERSION, readCall } from './kept-call.ts';

const BEGINNINGS: (() => Call)[] = [
  () => anInbound(),
  () => anInbound({ maxHoldMs: 3_000, maxCallMs: 40_000, survey: 1, surveyWhenAgentHangsUp: true }),
  () => anInbound({ recordingRules: { countries: [], otherwise: 'notice', unknown: 'notice' } }),
  () => anOutbound({ maxCallMs: 30_000 }),
  () => anInternal(),
  () => aCampaignCall(),
  () => aCallback(),
];

/** What may happen next, to a call of agents as to any other; much of it means nothing at that moment. */
function wishes(played: Played, oneOf: <T>(list: readonly T[]) => T): (() => void)[] {
  const { send } = played;
  const legs = [...played.legs];
  const party = played.call().parties.find(({ leg }) => played.legs.has(leg) && leg === oneOf(legs));
  const sendLater = (event: CallEvent) => () => void send(event);
  return [
    ...(party && party.at !== 'up'
      ? Array.from({ length: 6 }, () => sendLater({ type: 'legAnswered', leg: party.leg }))
      : []),
    ...(party ? [() => void played.ends(party.leg, oneOf(['normal', 'lost', 'busy'] as const))] : []),
    ...(party ? [sendLater({ type: 'keyPressed', leg: party.leg, key: oneOf(['1', '2', '9', '#']) })] : []),
    ...(party ? [sendLater({ type: 'legRinging', leg: party.leg })] : []),
    // That a colleague's own phone keeps an agent waiting is known to that phone alone.
    ...(party?.role === 'agent' ? [sendLater({ type: 'legHeld', leg: party.leg })] : []),
    ...(party
      ? [sendLater({ type: 'legDisconnected', leg: party.leg }), sendLater({ type: 'legReconnected', leg: party.leg })]
      : []),
    sendLater({ type: 'placed', mayCallBack: true, language: null, wrapUpMs: null }),
    sendLater(offerTo(oneOf([ana, budi]))),
    sendLater(offerTo(oneOf([ana, budi]))),
    sendLater(handTo(oneOf([budi, sofia]), oneOf(['blind', 'consult'] as const))),
    sendLater({ type: 'transferAsked', kind: 'blind', to: { kind: 'group', groupId: 8 }, reportTo: null }),
    sendLater({ type: 'holdAsked' }),
    sendLater({ type: 'unholdAsked' }),
    sendLater({ type: 'swapAsked' }),
    sendLater({ type: 'talkWithAsked', with: 'both' }),
    sendLater({ type: 'completeAsked' }),
    sendLater({ type: 'cancelAsked' }),
    sendLater({ type: 'monitorAsked', userId: 3, sipNum: sofia.sipNum, name: sofia.name, mode: 'listen' }),
    sendLater({ type: 'takeOverAsked', userId: 3 }),
    sendLater({ type: 'announce', position: 2 }),
    sendLater({
      type: 'overflow',
      to: oneOf([{ kind: 'group', groupId: 6 }, { kind: 'voicemail' }, { kind: 'callback' }]),
    }),
    sendLater({ type: 'phoneRegistered', sipNum: ana.sipNum }),
    sendLater({ type: 'played', leg: oneOf(legs), playId: played.call().playing ?? '', completed: true }),
    () => played.passMs(oneOf([50, 1_000, 7_000])),
  ];
}

function chooser(seed: number): <T>(list: readonly T[]) => T {
  const next = chanceOf(seed);
  return (list) => list[Math.floor(next() * list.length)]!;
}

/** What is left of the process beside the state: not how often somebody was made to hear what they should. */
const seen = (played: Played) => ({
  call: played.call(),
  legs: [...played.legs],
  muted: [...played.muted],
  ears: [...played.legs].map((leg) => played.ears.get(leg)),
  said: played.effects.filter(({ type }) => ['note', 'open', 'close', 'sendToBoard', 'dialEnded'].includes(type)),
});

const SEEDS = Array.from({ length: 150 }, (_, seed) => seed + 1);

test('[CC-12] what is kept of a call is the same after it was written down and read, in whatever history', () => {
  for (const seed of SEEDS) {
    const oneOf = chooser(seed);
    const played = play(oneOf(BEGINNINGS)());
    for (let step = 0; step < 30; step += 1) {
      oneOf(wishes(played, oneOf))();
      if (step % 6 === 5) expect(played.kept().call).toEqual(played.call());
    }
  }
});

test('[CC-12] a call that another process goes on with, at whatever moments, goes on as if nothing had happened', () => {
  for (const seed of SEEDS) {
    const [undisturbed, moved] = [chooser(seed), chooser(seed)].map((oneOf) => ({
      oneOf,
      played: play(oneOf(BEGINNINGS)()),
    })) as [
      { oneOf: ReturnType<typeof chooser>; played: Played },
      { oneOf: ReturnType<typeof chooser>; played: Played },
    ];
    const when = chooser(seed * 7 + 1);
    for (let step = 0; step < 30; step += 1) {
      for (const { oneOf, played } of [undisturbed, moved]) oneOf(wishes(played, oneOf))();
      if (moved.played.legs.size > 0 && when([true, false, false])) moved.played.isTakenUp();
      expect(seen(moved.played), `history ${seed}, step ${step}`).toEqual(seen(undisturbed.played));
    }
  }
});

test('[CC-12] whoever left while no process drove the call is missed at once: with nobody in it, it is over', () => {
  for (const seed of SEEDS) {
    const oneOf = chooser(seed);
    const played = play(oneOf(BEGINNINGS)());
    for (let step = 0; step < 12; step += 1) oneOf(wishes(played, oneOf))();
    const gone: LegId[] = [...played.legs];
    if (gone.length === 0) continue;
    played.isTakenUp({ gone });
    // Whoever is called back waits for the next to be free; everybody else had somebody on the line.
    const { at, parties, queue } = played.call();
    const isPromise = at === 'queued' && queue?.kind === 'callback';
    for (const leg of Array.from(played.legs)) played.ends(leg);
    expect({
      seed,
      at: isPromise ? 'over' : played.call().at,
      parties: isPromise ? [] : played.call().parties,
    }).toEqual({
      seed,
      at: 'over',
      parties: [],
    });
    expect(parties.filter(({ leg }) => gone.includes(leg))).toEqual([]);
  }
});

test('[CC-12] what a version wrote that knows calls otherwise is not read', () => {
  expect(readCall(KEPT_VERSION + 1, '{"call":{}}')).toBeNull();
});

test('[CC-12] what cannot be read is as if nothing were kept', () => {
  expect(readCall(KEPT_VERSION, '{"call":')).toBeNull();
});

test('[CC-12] a state of this version and another shape is not read, whatever is missing in it', () => {
  const kept = served().kept();
  const without = (of: object, name: string): object =>
    Object.fromEntries(Object.entries(of).filter(([part]) => part !== name));
  expect(readCall(KEPT_VERSION, JSON.stringify(kept))).not.toBeNull();
  const broken = [
    null,
    {},
    without(kept, 'call'),
    without(kept, 'timers'),
    { ...kept, timers: [{}] },
    { ...kept, rings: {} },
    ...['id', 'tenantId', 'parties', 'facts', 'made'].map((part) => ({ ...kept, call: without(kept.call, part) })),
    { ...kept, call: { ...kept.call, parties: [{ leg: 'a' }] } },
  ];
  for (const one of broken) expect(readCall(KEPT_VERSION, JSON.stringify(one))).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { MOST_WAIT_FOR_AGENT_MS, type CampaignGoal } from '#core/call/campaign-call.ts';
import {
  aCampaignCall,
  ana,
  budi,
  campaignNews,
  handTo,
  offerTo,
  play,
  toAgents,
  type Played,
} from './call-player.fixture.ts';
import { closing, notes, only, types } from './call-scenes.fixture.ts';
import { viewFor } from './call-view.ts';

const newsTypes = (played: Played): string[] => campaignNews(played).map(({ type }) => type);
const ending = (played: Played) => campaignNews(played).find((news) => news.type === 'ended')?.end;

/** The customer has picked up. */
function pickedUp(...plan: Parameters<typeof aCampaignCall>): Played {
  const played = play(aCampaignCall(...plan));
  played.send({ type: 'legRinging', leg: played.leg('customer') });
  played.passMs(6_000);
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  return played;
}

/** …and Ana talks to them. */
function talking(...plan: Parameters<typeof aCampaignCall>): Played {
  const played = pickedUp(...plan);
  played.send(offerTo(ana));
  played.passMs(300);
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  return played;
}

/** …or nobody came. */
function sorry(...plan: Parameters<typeof aCampaignCall>): Played {
  const played = pickedUp(...plan);
  played.passMs(MOST_WAIT_FOR_AGENT_MS);
  return played;
}

describe('a campaign dials while nobody of ours is on the line', () => {
  test('the record is of the task and of nobody, the number is shown, and it rings as long as the campaign says', () => {
    const { effects } = play(aCampaignCall());
    expect(only(effects, 'open')[0]?.record).toMatchObject({
      direction: 'outbound',
      userId: null,
      sipNum: null,
      groupId: 5,
      lineId: 1,
      routerId: 3,
      task: { taskId: '7', taskName: 'Renewals', customerId: '70' },
    });
    expect(only(effects, 'ringNumber')).toMatchObject([
      { number: '525512345678', trunk: { id: 1 }, callerId: '525550000101', timeoutMs: 30_000, sipCallId: 'c1' },
    ]);
  });

  test('a trunk that refuses is followed by the next, under another name of the same call', () => {
    const played = play(aCampaignCall());
    played.ends(played.leg('customer'), 'failed', 500);
    expect(only(played.effects, 'ringNumber').map(({ trunk, sipCallId }) => [trunk.id, sipCallId])).toEqual([
      [1, 'c1'],
      [2, 'c1-2'],
    ]);
    played.ends(played.leg('customer'), 'failed', 503);
    expect(only(played.effects, 'dialEnded')).toMatchObject([{ userId: null, answered: false, trunkId: 2 }]);
    expect(newsTypes(played)).toEqual(['ended']);
  });

  test('a trunk that is silent is followed by the next, and the number has one end', () => {
    const played = play(aCampaignCall());
    played.passMs(8_000);
    expect(only(played.effects, 'ringNumber').map(({ sipCallId }) => sipCallId)).toEqual(['c1', 'c1-2']);
    played.ends(played.leg('customer'), 'busy', 486);
    expect(only(played.effects, 'dialEnded')).toHaveLength(1);
    expect(newsTypes(played)).toEqual(['ended']);
  });

  test('a plan without a trunk is given back', () => {
    const played = play(aCampaignCall(toAgents(), {}, []));
    expect(only(played.effects, 'dialEnded')).toMatchObject([{ number: '525512345678', userId: null, trunkId: null }]);
    expect(ending(played)).toMatchObject({ outcome: 'unreachable', wasAnswered: false, rangMs: null });
  });

  test.each([
    ['busy', 486, 'busy'],
    ['rejected', 603, 'declined'],
    ['unreachable', 404, 'unreachable'],
  ] as const)('a far side that says %s ends it with what the network said', (cause, sipStatus, outcome) => {
    const played = play(aCampaignCall());
    played.send({ type: 'legRinging', leg: played.leg('customer') });
    played.passMs(4_000);
    played.ends(played.leg('customer'), cause, sipStatus);
    expect(newsTypes(played)).toEqual(['rang', 'ended']);
    expect(ending(played)).toEqual({
      outcome,
      cause,
      sipStatus,
      endedBy: 'customer',
      wasAnswered: false,
      rangMs: 4_000,
      earlyVoicemail: false,
      gaveUp: false,
      talkMs: 0,
    });
    expect(closing(played)).toHaveLength(1);
  });

  test('one that rings as long as it may was given up by us, and what rings twice is told once', () => {
    const played = play(aCampaignCall());
    const customer = played.leg('customer');
    played.send({ type: 'legRinging', leg: customer });
    played.send({ type: 'legRinging', leg: customer });
    played.send({ type: 'legEarlyMedia', leg: customer });
    played.passMs(30_000);
    played.legs.delete(customer);
    played.send({ type: 'legEnded', leg: customer, cause: 'noAnswer', sipStatus: 408, by: 'us' });
    expect(newsTypes(played)).toEqual(['rang', 'ended']);
    expect(ending(played)).toMatchObject({ outcome: 'noAnswer', cause: 'noAnswer', gaveUp: true, rangMs: 30_000 });
    expect(notes(played).filter((type) => type === 'customerRang')).toHaveLength(1);
  });

  test('what speaks before the answer and never answers was a mailbox of the network', () => {
    const unheard = play(aCampaignCall());
    unheard.send({ type: 'legEarlyMedia', leg: unheard.leg('customer') });
    expect(types(unheard.effects), 'where nobody listens for machines').not.toContain('hearAnswerer');
    const played = play(aCampaignCall(toAgents({ machine: { rule: 'hangUp' } })));
    const customer = played.leg('customer');
    played.send({ type: 'legEarlyMedia', leg: customer });
    expect(types(played.effects)).toContain('hearAnswerer');
    played.send({ type: 'spokeEarly', leg: customer });
    played.ends(customer, 'noAnswer', 480);
    expect(ending(played)).toMatchObject({ earlyVoicemail: true, wasAnswered: false });
  });

  test('a call that rings is taken back quietly', () => {
    const played = play(aCampaignCall());
    played.send({ type: 'endAsked', how: 'withdrawn' });
    expect(ending(played)).toMatchObject({ outcome: 'cancelled', cause: 'cancelled', endedBy: 'server' });
    expect(only(played.effects, 'dialEnded')).toHaveLength(1);
    expect(played.legs.size).toBe(0);
    expect(newsTypes(played)).toEqual(['ended']);
  });

  test('a server that stops ends it once', () => {
    const played = play(aCampaignCall());
    played.send({ type: 'stopped' });
    played.send({ type: 'stopped' });
    expect(newsTypes(played)).toEqual(['ended']);
    expect(ending(played)).toMatchObject({ outcome: 'server', cause: 'server' });
  });
});

describe('whoever answers is led to an agent', () => {
  test('who is rung with the mark that their phone answers by itself, hears a tone and talks; it counts as theirs', () => {
    const played = pickedUp();
    expect(newsTypes(played)).toEqual(['rang', 'answered']);
    expect(types(played.effects)).not.toContain('holdWithMusic');
    expect(types(played.effects)).not.toContain('enqueue');
    played.send(offerTo(ana));
    expect(only(played.effects, 'ringAgent')).toMatchObject([{ userId: ana.userId, why: 'campaign' }]);
    expect(viewFor(played.call(), ana.userId)).toMatchObject({ state: 'ringing', taskName: 'Renewals' });
    played.passMs(300);
    const effects = played.send({ type: 'legAnswered', leg: played.leg('agent') });
    expect(types(effects)).toEqual(['note', 'sendToBoard', 'emitCampaignNews', 'bridge', 'record', 'play']);
    expect(played.ears.get(played.leg('customer'))).toBe(played.leg('agent'));
    expect(played.news(ana.userId)).toEqual(['began']);
    expect(campaignNews(played).at(-1)).toEqual({ type: 'connected', userId: ana.userId });
    played.passMs(60_000);
    expect(played.call().at).toBe('talking');
    played.ends(played.leg('customer'));
    expect(ending(played)).toMatchObject({
      outcome: 'talked',
      endedBy: 'customer',
      wasAnswered: true,
      rangMs: 6_000,
      talkMs: 60_300,
    });
    expect(played.news(ana.userId)).toEqual(['began', { ended: { wrapUpMs: 30_000 } }]);
    expect(only(played.effects, 'dialEnded')).toMatchObject([{ userId: null, answered: true, talkedMs: 60_300 }]);
    expect(notes(played)).toEqual(['customerRang', 'answered', 'agentRang', 'answered']);
  });

  test('the agent hangs up: the customer is, and it was the agent', () => {
    const played = talking();
    played.ends(played.leg('agent'));
    expect(ending(played)).toMatchObject({ outcome: 'talked', endedBy: 'agent' });
    expect(played.legs.size).toBe(0);
  });

  test('an agent hands them on as in any call', () => {
    const played = talking();
    played.send(handTo(budi));
    played.send({ type: 'legAnswered', leg: played.leg('third') });
    expect(played.ears.get(played.leg('customer'))).toBe(played.leg('agent'));
    expect(newsTypes(played).filter((type) => type === 'connected')).toHaveLength(1);
  });

  test('one who does not take it is told, and another may come while there is time', () => {
    const played = pickedUp();
    played.send(offerTo(ana));
    played.ends(played.leg('agent'), 'deviceError');
    expect(campaignNews(played).at(-1)).toEqual({ type: 'notTaken', userId: ana.userId });
    expect(played.news(ana.userId)).toEqual([{ offerEnded: 'deviceError' }]);
    played.passMs(900);
    played.send(offerTo(budi));
    played.send({ type: 'legAnswered', leg: played.leg('agent') });
    expect(campaignNews(played).at(-1)).toEqual({ type: 'connected', userId: budi.userId });
  });

  test('two are not rung for one call, and nobody before it is answered', () => {
    const early = play(aCampaignCall());
    early.send(offerTo(ana));
    expect(types(early.effects)).not.toContain('ringAgent');
    const played = pickedUp();
    played.send(offerTo(ana));
    played.send(offerTo(budi));
    expect(only(played.effects, 'ringAgent')).toHaveLength(1);
  });

  test('a customer who leaves in time has left by themselves', () => {
    const played = pickedUp();
    played.send(offerTo(ana));
    played.passMs(1_900);
    played.ends(played.leg('customer'));
    expect(closing(played)).toMatchObject([{ outcome: 'abandoned', endedBy: 'customer' }]);
    expect(newsTypes(played)).toEqual(['rang', 'answered', 'ended']);
    expect(ending(played)).toMatchObject({ wasAnswered: true, talkMs: 1_900 });
    expect(played.news(ana.userId)).toEqual([{ offerEnded: 'withdrawn' }]);
    expect(played.legs.size).toBe(0);
  });

  test('a call that was answered is not taken back, unless it must end now', () => {
    const played = talking();
    played.send({ type: 'endAsked', how: 'withdrawn' });
    expect(played.call().at).toBe('talking');
    played.send({ type: 'endAsked', how: 'now' });
    expect(ending(played)).toMatchObject({ outcome: 'talked', endedBy: 'server' });
    const waiting = pickedUp();
    waiting.send({ type: 'endAsked', how: 'withdrawn' });
    expect(waiting.call().at).toBe('seeking');
    waiting.send({ type: 'endAsked', how: 'now' });
    expect(ending(waiting)).toMatchObject({ outcome: 'noAgent' });
  });
});

describe('nobody waits for more than two seconds', () => {
  test('then they are told, whoever still rings is called off, and the call ends after the time for the key', () => {
    const played = pickedUp();
    played.send(offerTo(ana));
    played.passMs(1_999);
    expect(newsTypes(played)).not.toContain('abandoned');
    played.passMs(1);
    expect(newsTypes(played)).toEqual(['rang', 'answered', 'abandoned']);
    expect(played.news(ana.userId)).toEqual([{ offerEnded: 'withdrawn' }]);
    expect(only(played.effects, 'play').at(-1)).toMatchObject({
      leg: played.leg('customer'),
      playId: 'campaignSorry',
      sound: { prompt: 'campaign.nobody', language: 'es-MX' },
    });
    played.send({ type: 'played', leg: played.leg('customer'), playId: 'campaignSorry', completed: true });
    played.passMs(3_999);
    expect(played.call().at).toBe('seeking');
    played.passMs(1);
    expect(closing(played)).toMatchObject([{ outcome: 'noAgent', endedBy: 'server' }]);
    expect(newsTypes(played)).toEqual(['rang', 'answered', 'abandoned', 'ended']);
    expect(notes(played)).toContain('nobodyFree');
  });

  test('an offer that comes then is too late, and so is a phone that answers', () => {
    const played = sorry();
    played.send(offerTo(ana));
    expect(types(played.effects)).not.toContain('ringAgent');
  });

  test('the team may say it in its own recording', () => {
    expect(only(sorry(toAgents({ abandonedSoundId: 12 })).effects, 'play')[0]?.sound).toMatchObject({
      teamSound: 12,
      otherwise: { prompt: 'campaign.nobody' },
    });
  });

  test('the key 9 takes them off every list and is confirmed; other keys are nothing', () => {
    const played = sorry();
    const customer = played.leg('customer');
    played.send({ type: 'keyPressed', leg: customer, key: '8' });
    expect(newsTypes(played)).not.toContain('optedOut');
    played.send({ type: 'keyPressed', leg: customer, key: '9' });
    played.send({ type: 'keyPressed', leg: customer, key: '9' });
    expect(newsTypes(played)).toEqual(['rang', 'answered', 'abandoned', 'optedOut']);
    // Of the message that was cut off.
    played.send({ type: 'played', leg: customer, playId: 'campaignSorry', completed: false });
    played.passMs(10_000);
    expect(played.call().at).toBe('seeking');
    played.send({ type: 'played', leg: customer, playId: 'campaignOptedOut', completed: true });
    expect(closing(played)).toMatchObject([{ outcome: 'noAgent' }]);
    expect(newsTypes(played).at(-1)).toBe('ended');
  });

  test('the key counts also in the moment after the message', () => {
    const played = sorry();
    const customer = played.leg('customer');
    played.send({ type: 'played', leg: customer, playId: 'campaignSorry', completed: true });
    played.passMs(2_000);
    played.send({ type: 'keyPressed', leg: customer, key: '9' });
    played.passMs(5_000);
    expect(newsTypes(played)).toEqual(['rang', 'answered', 'abandoned', 'optedOut']);
  });

  test('who hangs up while they are told found nobody', () => {
    const played = sorry();
    played.ends(played.leg('customer'));
    expect(closing(played)).toMatchObject([{ outcome: 'noAgent', endedBy: 'customer' }]);
  });

  test('a key before that is no wish', () => {
    const played = pickedUp();
    played.send({ type: 'keyPressed', leg: played.leg('customer'), key: '9' });
    expect(newsTypes(played)).not.toContain('optedOut');
  });
});

describe('where machines are listened for', () => {
  const listening = (machine: Extract<CampaignGoal, { kind: 'agents' }>['machine']): Played =>
    pickedUp(toAgents({ machine }));
  const hears = (played: Played, who: 'person' | 'machine', silentMs = 900) =>
    played.send({ type: 'answererHeard', leg: played.leg('customer'), who, silentMs });

  test('an agent is wanted once a person was heard, and what they were silent for counts as waiting', () => {
    const played = listening({ rule: 'hangUp' });
    expect(types(played.effects)).toContain('hearAnswerer');
    played.passMs(1_500);
    expect(newsTypes(played)).toEqual(['rang']);
    hears(played, 'person');
    expect(newsTypes(played)).toEqual(['rang', 'answered']);
    expect(types(played.effects)).toContain('hearNoMore');
    played.passMs(1_099);
    expect(newsTypes(played)).not.toContain('abandoned');
    played.passMs(1);
    expect(newsTypes(played)).toContain('abandoned');
  });

  test('who cannot be told from a machine is a person', () => {
    const played = listening({ rule: 'hangUp' });
    played.passMs(7_000);
    expect(newsTypes(played)).toEqual(['rang', 'answered']);
    hears(played, 'machine');
    expect(newsTypes(played)).toEqual(['rang', 'answered']);
  });

  test('a machine is hung up on', () => {
    const played = listening({ rule: 'hangUp' });
    hears(played, 'machine');
    expect(newsTypes(played)).toEqual(['rang', 'machine', 'ended']);
    expect(closing(played)).toMatchObject([{ outcome: 'machine', endedBy: 'server' }]);
    expect(ending(played)).toMatchObject({ wasAnswered: true });
    expect(notes(played)).toContain('machineAnswered');
  });

  test('or hears the message once it would record, and is hung up on', () => {
    const played = listening({ rule: 'message', soundId: 4 });
    hears(played, 'machine');
    expect(types(played.effects)).not.toContain('play');
    played.passMs(5_000);
    played.send({ type: 'machineWaits', leg: played.leg('customer') });
    played.send({ type: 'machineWaits', leg: played.leg('customer') });
    expect(only(played.effects, 'play')).toMatchObject([{ sound: { teamSound: 4 } }]);
    played.passMs(60_000);
    expect(played.call().at).toBe('seeking');
    played.send({ type: 'played', leg: played.leg('customer'), playId: 'machineMessage', completed: true });
    expect(closing(played)).toMatchObject([{ outcome: 'machine' }]);
  });

  test('or hears a text, which is spoken while the machine still speaks itself', () => {
    const played = listening({ rule: 'message', soundId: null, text: 'Hello Ana' });
    hears(played, 'machine');
    expect(only(played.effects, 'speakAhead')).toMatchObject([{ text: { text: 'Hello Ana' } }]);
    expect(types(played.effects)).not.toContain('play');
    played.send({ type: 'machineWaits', leg: played.leg('customer') });
    expect(only(played.effects, 'play')).toMatchObject([
      { sound: { text: 'Hello Ana', otherwise: { prompt: 'goodbye' } } },
    ]);
  });

  test('one that never stops hears it all the same, and one without a message is hung up on', () => {
    const played = listening({ rule: 'message', soundId: 4 });
    hears(played, 'machine');
    played.passMs(45_000);
    expect(only(played.effects, 'play')).toHaveLength(1);
    const without = listening({ rule: 'message', soundId: null });
    hears(without, 'machine');
    expect(newsTypes(without)).toEqual(['rang', 'machine', 'ended']);
  });
});

describe('a flow talks to whoever answers', () => {
  const flow: Extract<CampaignGoal, { kind: 'flow' }> = {
    kind: 'flow',
    flowId: 12,
    fallbackGroupId: null,
    machine: { rule: 'connect' },
    values: { debt: '120' },
  };
  const hears = (played: Played, who: 'person' | 'machine') =>
    played.send({ type: 'answererHeard', leg: played.leg('customer'), who, silentMs: 900 });

  test('from the answer on, recorded, and it ends as flows do', () => {
    const played = pickedUp(flow);
    expect(newsTypes(played)).toEqual(['rang', 'answered']);
    expect(only(played.effects, 'runFlow')).toMatchObject([{ flowId: 12, leg: played.leg('customer') }]);
    expect(only(played.effects, 'open')[0]?.record).toMatchObject({ groupId: null, userId: null });
    played.passMs(30_000);
    played.send({ type: 'flowEnded', why: 'hangUp' });
    expect(ending(played)).toMatchObject({ outcome: 'talked', wasAnswered: true, talkMs: 30_000 });
  });

  test('[TASK-02] where machines are listened for it begins once a person was heard, and need not find out again', () => {
    const played = pickedUp({ ...flow, machine: { rule: 'hangUp' } });
    played.passMs(1_500);
    expect(types(played.effects)).not.toContain('runFlow');
    expect(newsTypes(played)).toEqual(['rang']);
    hears(played, 'person');
    expect(newsTypes(played)).toEqual(['rang', 'answered']);
    expect(only(played.effects, 'runFlow')).toHaveLength(1);
    expect(played.call().campaign).toMatchObject({ isPerson: true, at: 'settled' });
    played.passMs(10_000);
    expect(newsTypes(played)).toEqual(['rang', 'answered']);
    played.send({ type: 'flowEnded', why: 'hangUp' });
    expect(closing(played)).toMatchObject([{ outcome: 'talked' }]);
  });

  test('[TASK-02] who cannot be heard is taken for a person, and the flow may still find out', () => {
    const unheard = pickedUp({ ...flow, machine: { rule: 'hangUp' } });
    unheard.send({ type: 'answererHeard', leg: unheard.leg('customer'), who: 'person', silentMs: 0, isGuess: true });
    const silent = pickedUp({ ...flow, machine: { rule: 'hangUp' } });
    silent.passMs(7_000);
    for (const played of [unheard, silent]) {
      expect(only(played.effects, 'runFlow')).toHaveLength(1);
      expect(played.call().campaign?.isPerson).toBe(false);
    }
  });

  test('[TASK-02] a machine hears no flow: it is hung up on, or hears the message after its tone', () => {
    const hungUpOn = pickedUp({ ...flow, machine: { rule: 'hangUp' } });
    hears(hungUpOn, 'machine');
    expect(newsTypes(hungUpOn)).toEqual(['rang', 'machine', 'ended']);
    const messageLeft = pickedUp({ ...flow, machine: { rule: 'message', soundId: 4 } });
    hears(messageLeft, 'machine');
    messageLeft.passMs(4_000);
    expect(types(messageLeft.effects)).not.toContain('play');
    messageLeft.send({ type: 'machineWaits', leg: messageLeft.leg('customer') });
    expect(only(messageLeft.effects, 'play')).toMatchObject([{ sound: { teamSound: 4 } }]);
    messageLeft.send({ type: 'played', leg: messageLeft.leg('customer'), playId: 'machineMessage', completed: true });
    for (const played of [hungUpOn, messageLeft]) {
      expect(closing(played)).toMatchObject([{ outcome: 'machine' }]);
      expect(types(played.effects)).not.toContain('runFlow');
    }
  });

  test('who is hung up on by somebody of ours while they are listened to was talked with, and no agent was missing', () => {
    const played = pickedUp({ ...flow, machine: { rule: 'hangUp' } });
    played.send({ type: 'endAsked', how: 'now' });
    expect(closing(played)).toMatchObject([{ outcome: 'talked', endedBy: 'server' }]);
  });

  test('it hands them to an agent, which the campaign learns', () => {
    const played = pickedUp(flow);
    played.send({ type: 'flowAsked', askId: 1, ask: { what: 'transfer', to: ana, timeoutMs: 20_000 } });
    expect(only(played.effects, 'ringAgent')).toMatchObject([{ why: 'transfer' }]);
    played.send({ type: 'legAnswered', leg: played.leg('third') });
    expect(campaignNews(played).at(-1)).toEqual({ type: 'connected', userId: ana.userId });
    played.ends(played.leg('customer'));
    expect(newsTypes(played)).toEqual(['rang', 'answered', 'connected', 'ended']);
  });

  test('one that breaks has its group, else it is over: whom we called is asked for no message', () => {
    const played = pickedUp(flow);
    played.send({ type: 'flowEnded', why: 'broken' });
    expect(closing(played)).toMatchObject([{ outcome: 'failed' }]);
    const withGroup = pickedUp({ ...flow, fallbackGroupId: 5 });
    withGroup.send({ type: 'flowEnded', why: 'broken' });
    expect(withGroup.call()).toMatchObject({ at: 'queued', groupId: 5 });
  });

  test('a server that stops promises nobody a callback: the campaign calls by its own rules', () => {
    const played = pickedUp({ ...flow, fallbackGroupId: 5 });
    played.send({ type: 'stopped' });
    expect(types(played.effects)).not.toContain('promiseAgain');
    expect(newsTypes(played)).toEqual(['rang', 'answered', 'ended']);
  });

  test('what was heard before the answer is listened to no more', () => {
    const played = play(aCampaignCall(flow));
    played.send({ type: 'legEarlyMedia', leg: played.leg('customer') });
    const effects = played.send({ type: 'legAnswered', leg: played.leg('customer') });
    expect(types(effects).slice(0, 2)).toEqual(['hearNoMore', 'note']);
    expect(types(effects).indexOf('hearNoMore')).toBeLessThan(types(effects).indexOf('runFlow'));
  });
});

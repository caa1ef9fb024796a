import { describe, expect, test } from 'vitest';
import { rejectionCodes, sipStatusOf } from '#shared/call-rejection.ts';
import { crowdAnswer, crowdHour, crowdNumbers, type CrowdAnswer } from '#core/rehearsal/crowd.ts';
import { FRAME_MS } from '#core/telephony/sound.ts';
import { carrierCall, type CarrierLeg, type Metronome } from '../carrier.ts';
import { silence, toneFrames } from './frames.ts';
import { openRehearsalCarrier } from './open-rehearsal-carrier.ts';
import { rehearsalNumbers } from './rehearsal-numbers.ts';

/** A metronome turned by hand, and phrases that are tones of half a second. */
function rehearse(seed = 1) {
  const ticks = new Set<() => void>();
  let nowMs = 0;
  const metronome: Metronome = {
    subscribe(tick) {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
  };
  const loud = Uint8Array.from(toneFrames(600, 500).flatMap((frame) => [...frame]));
  const carrier = openRehearsalCarrier({ metronome, phrase: () => loud, nowMs: () => nowMs, seed });
  const pass = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += FRAME_MS) {
      nowMs += FRAME_MS;
      for (const tick of ticks) tick();
    }
  };
  /** Calls a number and writes down what comes back, with its second. */
  function dial(number: string) {
    const { near, far } = carrierCall(number, '525550000101');
    const story: string[] = [];
    const say = (what: string) => void story.push(`${Math.round(nowMs / 100) / 10} ${what}`);
    let loudFrames = 0;
    near.listener = {
      ringing: () => say('rings'),
      earlyMedia: () => say('early media'),
      answered: () => say('answers'),
      ended: (status) => say(status === null ? 'hangs up' : `ends ${status}`),
      held: (held) => say(held ? 'holds' : 'resumes'),
      key: (key) => say(`key ${key}`),
      frame: (frame) => void (loudFrames += frame === silence ? 0 : 1),
    };
    carrier.place(far);
    return { near, story, loudFrames: () => loudFrames };
  }
  return { carrier, pass, dial, ticking: () => ticks.size };
}

const words = (story: string[]): string[] => story.map((line) => line.replace(/^\S+ /, ''));

describe('documented numbers', () => {
  test.each([
    ['14155550100', ['rings', 'answers']],
    ['525555550102', ['rings']],
    ['14155550103', ['ends 486']],
    ['14155550104', ['rings', 'ends 603']],
    ['14155550105', ['early media', 'answers']],
    ['14155550106', ['rings', 'answers']],
    ['14155550107', ['rings', 'answers', 'key 1', 'key 5', 'key 9', 'key 0', 'key *', 'key #']],
    ['14155550108', ['rings', 'answers', 'hangs up']],
    ['14155550109', ['ends 404']],
    ['14155550110', ['rings', 'answers', 'holds', 'resumes']],
    // Nobody offers anything: they listen for it.
    ['14155550111', ['rings', 'answers']],
    ['14155550112', ['rings', 'answers']],
  ])('%s does what the table says', (number, expected) => {
    const { dial, pass } = rehearse();
    const { story } = dial(number);
    pass(9_000);
    expect(words(story)).toEqual(expected);
  });

  test.each(rejectionCodes.map((code) => [code]))(
    '[CALL-16] the number ending in 5550%i is refused with that code',
    (code) => {
      const { dial, pass } = rehearse();
      const { story } = dial(`1415555${String(code).padStart(4, '0')}`);
      pass(1_000);
      expect(words(story)).toEqual([`ends ${sipStatusOf(code)}`]);
    },
  );

  test('all of them are listed, each with what it does', () => {
    expect(rehearsalNumbers).toContainEqual({ number: '14155550814', behaviour: 'refuses', refusal: 814 });
    expect(rehearsalNumbers.filter(({ behaviour }) => behaviour === 'person')).toEqual([]);
  });

  test('the echo sends back exactly what it hears', () => {
    const { dial, pass } = rehearse();
    const { near } = dial('14155550101');
    pass(1_000);
    const back: Uint8Array[] = [];
    near.listener.frame = (frame) => void back.push(frame);
    const [spoken] = toneFrames(440, 20);
    near.send(spoken!);
    expect(back).toEqual([spoken]);
  });

  /** Says something for so long, a frame at a time. */
  function speak(near: CarrierLeg, pass: (ms: number) => void, ms: number): void {
    for (let passed = 0; passed < ms; passed += FRAME_MS) {
      near.send(toneFrames(440, 20)[0]!);
      pass(FRAME_MS);
    }
  }

  test.each([
    ['525575550111', 'key 1'],
    ['525575550112', 'key 2'],
  ])('%s hears an offer to its end, and then: %s', (number, expected) => {
    const { dial, pass } = rehearse();
    const { near, story } = dial(number);
    pass(3_000);
    speak(near, pass, 9_000);
    expect(words(story)).toEqual(['rings', 'answers']);
    pass(2_500);
    expect(words(story)).toEqual(['rings', 'answers', expected]);
  });

  test('who takes an offer waits for the person, and talks to them', () => {
    const { dial, pass } = rehearse();
    const { near, story, loudFrames } = dial('525575550111');
    pass(3_000);
    speak(near, pass, 3_000);
    pass(2_000);
    expect(words(story)).toContain('key 1');
    const before = loudFrames();
    speak(near, pass, 2_000);
    pass(1_000);
    speak(near, pass, 20_000);
    expect(loudFrames(), 'music').toBe(before);
    pass(3_000);
    expect(loudFrames()).toBeGreaterThan(before);
    for (let turn = 0; turn < 5; turn += 1) {
      speak(near, pass, 2_000);
      pass(4_000);
    }
    expect(words(story), 'still there').toEqual(['rings', 'answers', 'key 1']);
  });

  test('a number that speaks waits for its partner to pause', () => {
    const { dial, pass } = rehearse();
    const { near, loudFrames } = dial('14155550100');
    pass(4_000);
    const afterGreeting = loudFrames();
    expect(afterGreeting).toBeGreaterThan(20);
    for (let frame = 0; frame < 150; frame += 1) {
      near.send(toneFrames(440, 20)[0]!);
      pass(FRAME_MS);
    }
    expect(loudFrames()).toBe(afterGreeting);
    pass(4_000);
    expect(loudFrames()).toBeGreaterThan(afterGreeting);
  });

  test('the same seed tells the same story, another seed another one', () => {
    const stories = (seed: number) =>
      Array.from({ length: 30 }, (_, i) => {
        const { dial, pass } = rehearse(seed);
        const { story } = dial(`52551234${1_000 + i}`);
        pass(30_000);
        return story;
      });
    expect(stories(7)).toEqual(stories(7));
    expect(stories(7)).not.toEqual(stories(8));
    expect(new Set(stories(7).map((story) => words(story).join())).size).toBeGreaterThan(2);
  });
});

describe('the crowd', () => {
  const hour = crowdHour(0);
  /** The first who takes a first call so. */
  function one<Is extends CrowdAnswer['is']>(
    is: Is,
    wanted: (answer: CrowdAnswer & { is: Is }) => boolean = () => true,
  ) {
    for (const number of crowdNumbers) {
      const answer = crowdAnswer(number, { attempt: 0, hour });
      if (answer.is === is && wanted(answer as CrowdAnswer & { is: Is }))
        return { number, answer: answer as CrowdAnswer & { is: Is } };
    }
    throw new Error(`nobody ${is}`);
  }

  test.each([
    ['notInService', ['ends 404']],
    ['busy', ['ends 486']],
    ['ringsOut', ['rings']],
    ['refuses', ['rings', 'ends 603']],
    ['machine', ['rings', 'answers', 'hangs up']],
    ['person', ['rings', 'answers', 'hangs up']],
  ] as const)('%s', (is, expected) => {
    const { dial, pass } = rehearse();
    const { story } = dial(one(is).number);
    pass(60_000);
    expect(words(story)).toEqual(expected);
  });

  test('a person hears nothing for seven seconds and hangs up, and with somebody there talks as long as they do', () => {
    const { number, answer } = one('person', ({ talkMs, leaves }) => talkMs > 15_000 && leaves === 'first');
    const silent = rehearse();
    const unheard = silent.dial(number);
    silent.pass(answer.afterMs + 10_000);
    expect(words(unheard.story)).toEqual(['rings', 'answers', 'hangs up']);

    const { dial, pass } = rehearse();
    const { near, story, loudFrames } = dial(number);
    pass(answer.afterMs + 2_000);
    for (let spoken = 2_000; spoken < answer.talkMs - 500; spoken += FRAME_MS) {
      // Two seconds on, two off, as people speak.
      if (Math.floor(spoken / 2_000) % 2 === 0) near.send(toneFrames(440, 20)[0]!);
      pass(FRAME_MS);
    }
    expect(words(story)).toEqual(['rings', 'answers']);
    expect(loudFrames()).toBeGreaterThan(50);
    pass(1_000);
    expect(words(story)).toEqual(['rings', 'answers', 'hangs up']);
  });

  test('the second call is not taken as the first, and tomorrow’s carrier begins anew', () => {
    const { number } = one('busy', () => true);
    const ends = (calls: number) => {
      const { dial, pass } = rehearse();
      return Array.from({ length: calls }, () => {
        const { near, story } = dial(number);
        pass(40_000);
        near.hangUp();
        return words(story).join();
      });
    };
    expect(ends(8)[0]).toBe('ends 486');
    expect(new Set(ends(8)).size).toBeGreaterThan(1);
    expect(ends(8)).toEqual(ends(8));
  });
});

describe('virtual customers', () => {
  function callIn(script: 'talks' | 'impatient' | 'pressesKeys' = 'talks') {
    const stage = rehearse();
    const legs: CarrierLeg[] = [];
    const story: string[] = [];
    stage.carrier.onCall((leg) => {
      leg.listener = {
        ended: (status) => void story.push(`gone ${status}`),
        key: (key) => void story.push(`key ${key}`),
      };
      legs.push(leg);
    });
    const placed = stage.carrier.callIn({ did: '525550000101', script });
    return { ...stage, leg: legs[0]!, story, placed };
  }
  const play = (leg: CarrierLeg, pass: (ms: number) => void, ms: number) => {
    for (let passed = 0; passed < ms; passed += FRAME_MS) {
      leg.send(toneFrames(440, 20)[0]!);
      pass(FRAME_MS);
    }
  };

  test('a customer calls the number, is answered, talks and hangs up', async () => {
    const { carrier, leg, pass, story, placed } = callIn();
    const { from } = (await placed)!;
    expect(leg).toMatchObject({ to: '525550000101', from });
    expect(carrier.customers()).toMatchObject([{ state: 'calling' }]);
    leg.answer();
    pass(5_000);
    expect(carrier.customers()).toMatchObject([{ state: 'talking' }]);
    const states: string[] = [];
    carrier.onChange(({ state }) => states.push(state));
    pass(180_000);
    expect(story).toEqual(['gone null']);
    expect(states).toEqual(['ended']);
    expect(carrier.customers()).toEqual([]);
  });

  test('a customer in line listens to the music and speaks only to a person', () => {
    const { leg, pass } = callIn();
    let loud = 0;
    leg.listener.frame = (frame) => void (loud += frame === silence ? 0 : 1);
    leg.answer();
    play(leg, pass, 60_000);
    expect(loud).toBe(0);
    pass(4_000);
    expect(loud).toBeGreaterThan(20);
  });

  test('in a noisy room, where nothing ever pauses, a customer speaks soon after a person picked up', async () => {
    const { carrier, leg, pass, placed } = callIn();
    let loud = 0;
    leg.listener.frame = (frame) => void (loud += frame === silence ? 0 : 1);
    leg.answer();
    play(leg, pass, 10_000);
    expect(loud, 'music so far').toBe(0);
    carrier.pickedUp({ did: '525550000101', from: (await placed)!.from });
    play(leg, pass, 8_000);
    expect(loud).toBeGreaterThan(20);
  });

  test('an impatient one gives up in line', () => {
    const { leg, pass, story } = callIn('impatient');
    leg.answer();
    play(leg, pass, 16_000);
    expect(story).toEqual(['gone null']);
  });

  test('a key is pressed for the menu', () => {
    const { leg, pass, story } = callIn('pressesKeys');
    leg.answer();
    play(leg, pass, 8_000);
    expect(story).toEqual(['key 1']);
  });

  test('hanging up a customer ends the call once, and nothing ticks any more', async () => {
    const { carrier, placed, pass, story, ticking } = callIn();
    carrier.hangUp((await placed)!.customerId);
    carrier.hangUp((await placed)!.customerId);
    pass(100);
    expect(story).toEqual(['gone null']);
    expect(carrier.counts()).toEqual({ parties: 0 });
    expect(ticking()).toBe(0);
  });

  test('more customers than a rehearsal needs are not let in', async () => {
    const { carrier } = rehearse();
    carrier.onCall(() => {});
    const placed = await Promise.all(Array.from({ length: 201 }, () => carrier.callIn({ did: '525550000101' })));
    expect(placed.filter((customer) => customer === null)).toHaveLength(1);
  });
});

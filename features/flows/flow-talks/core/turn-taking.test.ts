import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aTranscription, playTurns } from './turn-taking.fixture.ts';
import type { TurnEvent } from './turn-taking.ts';

describe('the end of what a caller says', () => {
  test('[FLOW-11] recognition begins after 200 ms of silence', () => {
    const talk = playTurns();
    talk.listen();
    talk.speaks(640);
    const endedMs = talk.nowMs();
    talk.silent(192);
    expect(talk.types()).toEqual(['openEar']);
    talk.silent(32);
    expect(talk.last('understand')!.atMs - endedMs).toBeLessThanOrEqual(224);
  });

  test('[FLOW-11] a whole sentence is heard at once', () => {
    const talk = playTurns();
    talk.listen();
    talk.speaks(640);
    talk.silent(224);
    talk.understands('I need help with my order.');
    expect(talk.last('heard')).toMatchObject({ transcription: { text: 'I need help with my order.' }, silentMs: 224 });
  });

  test('[FLOW-11] a phrase that is waited for is heard at once, without a full stop', () => {
    const talk = playTurns();
    talk.listen(['Sales', 'Support']);
    talk.speaks(320);
    talk.silent(224);
    talk.understands('support', { phrase: 'Support' });
    expect(talk.last('heard')?.silentMs).toBe(224);
  });

  test.each([
    ['hello there', 704],
    ['I want to book a table for', 1_024],
    ['my number is 555.', 1_024],
    ['five five two', 1_024],
    ['well, and', 1_024],
  ])('[FLOW-11] “%s” is the end after %i ms', (text, endMs) => {
    const talk = playTurns();
    talk.listen();
    talk.speaks(640);
    talk.silent(224);
    talk.understands(text);
    talk.silent(endMs - 224 - 32);
    expect(talk.last('heard')).toBeUndefined();
    talk.silent(32);
    expect(talk.last('heard')).toMatchObject({ transcription: { text }, silentMs: endMs });
  });

  test('[FLOW-11] who speaks on after a pause is heard as a whole, and the guess is thrown away', () => {
    const talk = playTurns();
    talk.listen();
    talk.speaks(640);
    talk.silent(224);
    const early = talk.last('understand')!.turnId;
    talk.speaks(640);
    expect(talk.last('openEarAgain')).toMatchObject({ of: early });
    talk.send({ type: 'recognised', turnId: early, transcription: aTranscription('I need.') });
    expect(talk.last('heard')).toBeUndefined();
    talk.silent(224);
    talk.understands('I need a new card.');
    expect(talk.last('heard')?.transcription.text).toBe('I need a new card.');
    expect(talk.types().filter((type) => type === 'heard')).toHaveLength(1);
  });

  test('[FLOW-11] a slow recogniser is waited for, and its answer is heard as it comes', () => {
    const talk = playTurns();
    talk.listen();
    talk.speaks(640);
    talk.silent(2_000);
    expect(talk.last('heard')).toBeUndefined();
    talk.understands('yes please');
    expect(talk.last('heard')?.transcription.text).toBe('yes please');
  });

  test('[FLOW-11] a cough is nothing, and takes nothing from the silence before it', () => {
    const talk = playTurns();
    talk.listen([], 2_000);
    talk.silent(1_504);
    talk.speaks(128);
    talk.silent(224);
    talk.understands('');
    expect(talk.last('heard')).toBeUndefined();
    talk.silent(512);
    expect(talk.last('silent')).toMatchObject({ listenId: 1 });
  });

  test('[FLOW-11] somebody who never stops is heard after half a minute', () => {
    const talk = playTurns();
    talk.listen();
    talk.speaks(31_000);
    talk.understands('and so on and so on');
    expect(talk.types().filter((type) => type === 'heard')).toHaveLength(1);
  });
});

describe('a recogniser that may guess', () => {
  const guessing = (phrases: readonly string[] = []) => {
    const talk = playTurns('en', true);
    talk.listen(phrases);
    talk.speaks(640);
    talk.silent(64);
    return talk;
  };

  test('[FLOW-11] is asked at the first rest; a phrase that was waited for is the end after 160 ms', () => {
    const talk = guessing(['Sales', 'Support']);
    expect(talk.types()).toEqual(['openEar', 'understand']);
    talk.understands('support', { phrase: 'Support' });
    expect(talk.types().slice(2)).toEqual(['likely']);
    talk.silent(64);
    expect(talk.last('heard')).toBeUndefined();
    talk.silent(32);
    expect(talk.last('heard')).toMatchObject({ transcription: { phrase: 'Support' }, silentMs: 160 });
  });

  test('[FLOW-11] a phrase a longer one begins with, and a sentence, are the end after 200 ms', () => {
    for (const [text, phrase] of [
      ['sales', 'Sales'],
      ['I need help.', null],
    ] as const) {
      const talk = guessing(['Sales', 'Sales support']);
      talk.understands(text, { phrase });
      talk.silent(128);
      expect(talk.last('heard')).toBeUndefined();
      talk.silent(32);
      expect(talk.last('heard')?.silentMs).toBe(224);
    }
  });

  test('[FLOW-11] one that answers after the silence was long enough is heard at once', () => {
    const talk = guessing(['Sales']);
    talk.silent(320);
    talk.understands('sales', { phrase: 'Sales' });
    expect(talk.types().slice(2)).toEqual(['closeEar', 'heard']);
  });

  test('[FLOW-11] who speaks on takes the guess back, and nothing of it is heard', () => {
    const talk = guessing(['Cancel']);
    talk.understands('cancel', { phrase: 'Cancel' });
    talk.silent(32);
    talk.speaks(320);
    expect(talk.types().slice(2)).toEqual(['likely', 'openEarAgain']);
    talk.silent(64);
    talk.understands('cancel nothing please.');
    talk.silent(160);
    expect(talk.done.filter(({ type }) => type === 'heard')).toMatchObject([
      { transcription: { text: 'cancel nothing please.' } },
    ]);
  });

  test('[FLOW-11] what nobody ends with is not even likely', () => {
    const talk = guessing();
    talk.understands('my number is 555.');
    expect(talk.types()).toEqual(['openEar', 'understand']);
  });

  test('[FLOW-11] a rest within a word over ours does not let us go on before it is one', () => {
    const talk = playTurns('en', true);
    talk.says('Our office is open from nine to five.');
    talk.silent(320);
    talk.speaks(160);
    talk.silent(64);
    talk.understands('mhm');
    expect(talk.types()).toEqual(['openEar', 'pause', 'understand']);
    talk.silent(160);
    expect(talk.types().slice(3)).toEqual(['closeEar', 'resume']);
  });
});

describe('silence', () => {
  test('[FLOW-11] it is told once, counted from when we said everything', () => {
    const talk = playTurns();
    talk.says('How can I help?');
    talk.listen([], 3_000);
    talk.silent(5_000);
    expect(talk.types()).toEqual([]);
    talk.send({ type: 'allSaid' });
    talk.silent(2_900);
    expect(talk.types()).toEqual([]);
    talk.silent(10_000);
    expect(talk.types()).toEqual(['silent']);
  });

  test('[FLOW-11] nobody is silent while they speak, nor where nobody listens', () => {
    const talk = playTurns();
    talk.silent(20_000);
    talk.listen([], 1_000);
    talk.speaks(5_000);
    expect(talk.types()).not.toContain('silent');
    talk.send({ type: 'deaf' });
    talk.silent(20_000);
    expect(talk.types()).not.toContain('silent');
  });
});

/** A line is being said and somebody speaks into it. */
function interrupted(
  text: string,
  {
    language = 'en',
    phrases = [],
    line = 'Thank you for calling. Our office is open from nine to five on weekdays.',
  }: { language?: 'en' | 'es' | 'zh' | 'id'; phrases?: string[]; line?: string } = {},
) {
  const talk = playTurns(language);
  talk.listen(phrases);
  talk.says(line);
  talk.silent(1_000);
  const beganMs = talk.nowMs();
  talk.speaks(320);
  talk.silent(224);
  talk.understands(text);
  return { talk, beganMs };
}

describe('[complaint 21] speech over ours', () => {
  test.each([
    ['en', 'Mhm.'],
    ['en', 'uh-huh'],
    ['en', 'OK.'],
    ['en', 'okay, okay'],
    ['en', 'Yeah, I see.'],
    ['es', 'Ajá'],
    ['es', 'sí, claro'],
    ['zh', '嗯嗯'],
    ['zh', '好的'],
    ['id', 'iya'],
    ['id', 'Oke.'],
  ] as const)('(%s) “%s” pauses us, and we go on', (language, text) => {
    const { talk } = interrupted(text, { language });
    expect(talk.types()).toEqual(['openEar', 'pause', 'understand', 'closeEar', 'resume']);
  });

  test.each([
    ['en', 'Stop!'],
    ['en', 'wait'],
    ['en', 'No.'],
    ['en', 'no that is wrong'],
    ['es', 'Espere'],
    ['es', 'no'],
    ['es', 'alto'],
    ['zh', '停'],
    ['zh', '等一下'],
    ['zh', '不要说了'],
    ['id', 'Tunggu'],
    ['id', 'jangan'],
    ['id', 'berhenti dulu'],
  ] as const)('(%s) “%s” stops us for good, and nothing of ours sounds 500 ms after it began', (language, text) => {
    const { talk, beganMs } = interrupted(text, { language });
    expect(talk.last('pause')!.atMs - beganMs).toBeLessThanOrEqual(96);
    expect(talk.types()).toContain('cut');
    expect(talk.types()).not.toContain('resume');
  });

  test('two words stop us, one that is waited for does, any other one does not', () => {
    expect(interrupted('talk to somebody').talk.types()).toContain('cut');
    expect(interrupted('sales', { phrases: ['Sales'] }).talk.types()).toContain('cut');
    expect(interrupted('sales').talk.types()).toContain('resume');
    expect(interrupted('我想查订单', { language: 'zh' }).talk.types()).toContain('cut');
  });

  test('what was said is heard after we stopped, in this order', () => {
    const { talk } = interrupted('I want to talk to somebody.');
    expect(talk.types().slice(-3)).toEqual(['cut', 'closeEar', 'heard']);
  });

  test('“mhm” is not heard as an answer', () => {
    const { talk } = interrupted('mhm');
    talk.silent(2_000);
    expect(talk.last('heard')).toBeUndefined();
  });

  test('with words told while they are spoken, “stop” stops us before the silence', () => {
    const talk = playTurns();
    talk.says('A very long text that goes on and on.');
    talk.silent(320);
    talk.speaks(256);
    talk.send({ type: 'words', turnId: 1, text: 'stop' });
    expect(talk.types()).toEqual(['openEar', 'pause', 'cut']);
  });

  test('our own echo is no interruption', () => {
    expect(interrupted('our office is open from nine').talk.types()).toEqual([
      'openEar',
      'pause',
      'understand',
      'closeEar',
      'resume',
    ]);
  });

  test('a click of 64 ms does not even pause us', () => {
    const talk = playTurns();
    talk.says('Hello.');
    talk.speaks(64);
    talk.silent(320);
    expect(talk.types()).toEqual([]);
  });

  test('what may not be interrupted goes on', () => {
    const talk = playTurns();
    talk.listen();
    talk.says('This call is recorded.', false);
    talk.speaks(2_000);
    expect(talk.types()).toEqual([]);
  });

  test('a recogniser that fails lets us go on', () => {
    const talk = playTurns();
    talk.says('Hello there.');
    talk.speaks(320);
    talk.silent(224);
    talk.send({ type: 'notRecognised', turnId: 1 });
    expect(talk.types()).toEqual(['openEar', 'pause', 'understand', 'closeEar', 'resume']);
  });

  test('noise that lasts is looked at after three seconds, and then ignored until it ends', () => {
    const talk = playTurns();
    talk.says('Hello there.');
    talk.speaks(3_040);
    expect(talk.last('understand')).toBeDefined();
    talk.understands('');
    expect(talk.last('resume')).toBeDefined();
    const before = talk.done.length;
    talk.speaks(5_000);
    expect(talk.done).toHaveLength(before);
    talk.silent(64);
    talk.speaks(320);
    expect(talk.types().filter((type) => type === 'pause')).toHaveLength(2);
  });

  test('we do not begin while the caller speaks; one word is enough then', () => {
    const talk = playTurns();
    talk.listen();
    talk.speaks(640);
    talk.says('One moment, please.');
    expect(talk.types()).toEqual(['openEar', 'pause']);
    talk.silent(224);
    talk.understands('Hello?');
    expect(talk.types().slice(2)).toEqual(['understand', 'cut', 'closeEar', 'heard']);
  });
});

test('[FLOW-11] whatever happens, a pause is followed by going on or stopping, and every ear that was opened is closed or replaced', () => {
  const event: fc.Arbitrary<TurnEvent | 'understands' | 'nothing'> = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        type: fc.constant('frame' as const),
        probability: fc.constantFrom(0, 0.4, 0.9, 0.9, 0.9),
      }),
    },
    { weight: 2, arbitrary: fc.constantFrom('understands' as const, 'nothing' as const) },
    fc.record({
      type: fc.constant('saying' as const),
      text: fc.constantFrom('Hello there', 'Goodbye'),
      mayInterrupt: fc.boolean(),
    }),
    fc.constantFrom<TurnEvent>(
      { type: 'allSaid' },
      { type: 'deaf' },
      { type: 'listen', listenId: 1, phrases: ['yes'], silenceMs: 320 },
    ),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120 }), (events) => {
      const talk = playTurns();
      for (const one of events) {
        if (one === 'understands' || one === 'nothing') talk.understands(one === 'understands' ? 'yes please.' : '');
        // A host says that everything was said only of what sounds.
        else if (one !== null && !(typeof one === 'object' && one.type === 'allSaid' && talk.now().output === 'paused'))
          talk.send(one);
        let open = 0;
        let isPaused = false;
        for (const { type } of talk.done) {
          if (type === 'openEar') open += 1;
          if (type === 'closeEar') open -= 1;
          if (type === 'pause') {
            expect(isPaused).toBe(false);
            isPaused = true;
          }
          if (type === 'resume' || type === 'cut') {
            expect(isPaused).toBe(true);
            isPaused = false;
          }
        }
        expect(open).toBe(talk.now().caller ? 1 : 0);
        expect(isPaused).toBe(talk.now().output === 'paused');
      }
    }),
    { numRuns: 1_000 },
  );
});

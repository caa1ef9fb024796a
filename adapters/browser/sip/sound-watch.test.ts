import { expect, test } from 'vitest';
import { mending, newSoundWatch, watchSound, type SoundPulse, type SoundWatch } from './sound-watch.ts';

type Look = Partial<Omit<SoundPulse, 'nowMs'>>;

/** One look a second unless said otherwise; gives the news of each. */
function looks(
  list: Look[],
  from: SoundWatch = newSoundWatch,
  everyMs = 1_000,
): { news: (string | null)[]; watch: SoundWatch } {
  let watch = from;
  let last: SoundPulse = {
    nowMs: watch.pulse?.nowMs ?? 0,
    ice: 'connected',
    packets: watch.pulse?.packets ?? 0,
    answers: watch.pulse?.answers ?? 0,
  };
  const news = list.map((look) => {
    last = { ...last, ...look, nowMs: last.nowMs + everyMs };
    const step = watchSound(watch, last);
    watch = step.watch;
    return step.news;
  });
  return { news, watch };
}
const flowing = (from: number, count: number): Look[] =>
  Array.from({ length: count }, (_, n) => ({ packets: (from + n) * 50 }));

test('sound that flows is left alone', () => {
  expect(looks(flowing(1, 20)).news.every((news) => news === null)).toBe(true);
});

test('on hold nothing is heard, but checks are answered: nothing is wrong', () => {
  expect(
    looks([{ answers: 1 }, {}, {}, { answers: 2 }, {}, {}, { answers: 3 }, {}, {}, { answers: 4 }]).news.every(
      (news) => news === null,
    ),
  ).toBe(true);
});

test('[CALL-08] complaint 3: three seconds of silence ask for a new way, and packets mean it was found', () => {
  const { news } = looks([...flowing(1, 3), {}, {}, {}, { packets: 200 }]);
  expect(news).toEqual([null, null, null, null, null, 'lost', 'back']);
});

test('[CALL-08] [complaint 3] looked at twice a second, silence is found while there is time to mend it within five', () => {
  const { news } = looks([...flowing(1, 3), ...Array.from({ length: 8 }, () => ({}))], newSoundWatch, 500);
  // The last packet came at most half a second before the third look.
  expect((news.indexOf('lost') - 2) * 500).toBeLessThanOrEqual(3_000);
});

test('disconnected for two seconds asks, a moment of it does not', () => {
  expect(
    looks([
      ...flowing(1, 2),
      { packets: 101, ice: 'disconnected' },
      { packets: 102, ice: 'connected' },
      { packets: 103 },
      { packets: 104 },
    ]).news,
  ).not.toContain('lost');
  expect(
    looks([...flowing(1, 2), { packets: 101, ice: 'disconnected' }, { packets: 102 }, { packets: 103 }]).news,
  ).toEqual([null, null, null, null, 'lost']);
});

test('failed asks at once', () => {
  expect(looks([...flowing(1, 2), { ice: 'failed' }]).news.at(-1)).toBe('lost');
});

test('a way that is not found is looked for again every four seconds, not every one', () => {
  const { news } = looks([...flowing(1, 2), ...Array.from({ length: 12 }, () => ({ ice: 'failed' as const }))]);
  expect(news.filter((one) => one !== null)).toEqual(['lost', 'mend', 'mend']);
});

test('a network that changed is mended until something comes', () => {
  const { watch } = looks(flowing(1, 3));
  expect(looks([{ packets: 200 }], mending(watch, 3_500)).news).toEqual(['back']);
});

test('[CALL-19] sound that does not come up for 55 s is given up; what came back before counts anew', () => {
  const silence = (count: number): Look[] => Array.from({ length: count }, () => ({}));
  const { news } = looks([...flowing(1, 2), ...silence(60)]);
  const lost = news.indexOf('lost');
  expect([news.indexOf('gone') - lost, news.slice(0, lost + 55).includes('gone')]).toEqual([55, false]);
  expect(
    looks([...flowing(1, 2), ...silence(40), { packets: 500 }, { packets: 550 }, ...silence(40)]).news,
  ).not.toContain('gone');
});

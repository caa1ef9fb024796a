import { expect, test } from 'vitest';
import { isReportable, newQualityMemory, noteSample, reportOf, type QualityMemory } from './call-quality.ts';
import { statisticsBetween, type SoundSample } from './line-statistics.ts';

/** A good second of sound, the nth. */
const second = (n: number, over: Partial<SoundSample> = {}): SoundSample => ({
  atMs: 1_000 * n,
  packetsReceived: 50 * n,
  packetsLost: 0,
  packetsDiscarded: 0,
  packetsSent: 50 * n,
  jitterMs: 2,
  roundTripMs: 30,
  bufferedMs: 48_000 * n * 40,
  bufferedCount: 48_000 * n,
  remotePacketsLost: 0,
  remoteJitterMs: 1,
  remoteLossFraction: 0,
  localAddress: '192.0.2.10',
  remoteAddress: '198.51.100.7',
  ...over,
});

function sampleFor(
  seconds: number,
  everySec = 5,
  over: (n: number) => Partial<SoundSample> = () => ({}),
): QualityMemory {
  let notes = newQualityMemory(everySec);
  for (let n = 0; n <= seconds; n += 1) notes = noteSample(notes, second(n, over(n))).notes;
  return notes;
}

test('[CALL-14] a call of twelve seconds is reported with an entry for every five', () => {
  const report = reportOf(sampleFor(12), 0, 12_000);
  expect(report).toMatchObject({
    interval: 5,
    localIPSet: ['192.0.2.10'],
    remoteIPSet: ['198.51.100.7'],
    mos: expect.closeTo(4.37, 1),
  });
  expect(
    report!.webRtcReports.map(
      ({ timestamp, packetsReceived, packetsSent, localPacketsLost, candidateRoundTripTime }) => [
        timestamp,
        packetsReceived,
        packetsSent,
        localPacketsLost,
        candidateRoundTripTime,
      ],
    ),
  ).toEqual([
    [5_000, 250, 250, 0, 0.03],
    [10_000, 500, 500, 0, 0.03],
  ]);
});

test('[CALL-14] only calls of more than five seconds are reported', () => {
  expect(reportOf(sampleFor(5), 0, 5_000)).toBeNull();
  expect(reportOf(sampleFor(5), 0, 5_001)).not.toBeNull();
});

test('[CALL-14] a call that ends before its first entry is reported with what is known', () => {
  expect(reportOf(sampleFor(6, 60), 0, 6_000)!.webRtcReports).toEqual([
    expect.objectContaining({ timestamp: 6_000, localMos: expect.closeTo(4.37, 1) }),
  ]);
});

test('[CALL-14] the server’s interval is obeyed', () => {
  expect(reportOf(sampleFor(30, 10), 0, 30_000)!.webRtcReports).toHaveLength(3);
});

test('[CALL-14] an address is reported at 7 to 16 characters', () => {
  expect(
    [
      '1.2.3.4',
      '192.168.100.200',
      '::1',
      '1.1.1',
      '2001:db8:1:2:3:4:5:6',
      '6b1e0b4c-3b9d-4a53-a0a1-2b8d0c5bf2b1.local',
    ].map(isReportable),
  ).toEqual([true, true, false, false, false, false]);
  const notes = sampleFor(6, 5, (n) => ({
    localAddress: n % 2 ? 'abcdef.local-and-long' : '10.0.0.1',
    remoteAddress: null,
  }));
  expect(reportOf(notes, 0, 6_000)).toMatchObject({ localIPSet: ['10.0.0.1'], remoteIPSet: [] });
});

test('[CALL-14] a very long call keeps what the server takes, the newest', () => {
  const { webRtcReports } = reportOf(sampleFor(2_100, 1), 0, 2_100_000)!;
  expect(webRtcReports).toHaveLength(2_000);
  expect(webRtcReports.at(-1)!.timestamp).toBe(2_100_000);
});

test('[CALL-13] losses count over the last seconds, late packets as well, and then are forgotten', () => {
  let notes = newQualityMemory(5);
  const scores: (number | null)[] = [];
  for (let n = 0; n <= 20; n += 1) {
    const lost = n < 5 ? 0 : 40;
    const step = noteSample(
      notes,
      second(n, { packetsReceived: 50 * n - lost, packetsLost: lost / 2, packetsDiscarded: lost / 2 }),
    );
    notes = step.notes;
    scores.push(step.statistics.mos);
  }
  expect(scores[4]).toBeGreaterThan(4.3);
  expect(scores[6]).toBeLessThan(4);
  expect(scores[20]).toBeGreaterThan(4.3);
});

test('[CALL-13] nothing heard yet has no score and no bars', () => {
  expect(statisticsBetween(null, second(0, { jitterMs: null, remoteLossFraction: null }))).toMatchObject({
    mos: null,
    remoteMos: null,
    bars: null,
    lossPercent: null,
  });
});

test('a connection made anew counts from nothing, and duplicates are no negative loss', () => {
  expect(
    statisticsBetween(
      second(60, { packetsLost: 9 }),
      second(61, { packetsReceived: 40, packetsLost: 0, bufferedMs: 40 * 1_920_000, bufferedCount: 1_920_000 }),
    ).mos,
  ).toBeGreaterThan(4.3);
  expect(statisticsBetween(second(1), second(2, { packetsLost: -3 })).mos).toBeGreaterThan(4.3);
});

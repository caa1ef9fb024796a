import { describe, expect, test } from 'vitest';
import { keySteps, KeyReceiver } from './rfc4733.ts';
import { RtpReception } from './rtp-reception.ts';
import { Reporter } from './reporter.ts';
import { buildReport, ntpMiddle, parseReports } from './rtcp.ts';
import { RtpLine } from './rtp-line.ts';
import { buildRtp, isRtcp, parseRtp, sequenceAfter, timestampAfter } from './rtp.ts';

const payload = new Uint8Array(160);
const packet = (sequence: number, timestamp: number, ssrc = 7) => ({
  payloadType: 0,
  marker: false,
  sequence: sequence & 0xffff,
  timestamp: timestamp >>> 0,
  ssrc,
  payload,
});

describe('RTP', () => {
  test('what is built is parsed again; contributors, extensions and padding are passed over', () => {
    const sent = {
      payloadType: 126,
      marker: true,
      sequence: 65_535,
      timestamp: 4_294_967_295,
      ssrc: 3_000_000_000,
      payload: Uint8Array.of(1, 2, 3),
    };
    expect(parseRtp(buildRtp(sent))).toMatchObject({ ...sent, payload: expect.anything() });
    const rich = Buffer.from([
      0xb1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 9, 9, 9, 9, 0xbe, 0xde, 0, 1, 8, 8, 8, 8, 42, 43, 0, 2,
    ]);
    expect([...parseRtp(rich)!.payload]).toEqual([42, 43]);
  });

  test.each([
    [[]],
    [[0x80, 0, 0]],
    [[0x00, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]],
    [[0x8f, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]],
    [[0x90, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0]],
    [[0xa0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 255]],
  ])('rubbish is not parsed: %j', (bytes) => {
    expect(parseRtp(Uint8Array.from(bytes))).toBeNull();
  });
});

describe('the numbers a destination sees', () => {
  const open = () => {
    const clock = { nowMs: 0 };
    return { clock, line: new RtpLine(() => clock.nowMs, { sequence: 65_534, timestamp: 0xffff_ff80 }) };
  };
  const from = (source: number, sequence: number, timestamp: number) => ({
    payload,
    sequence,
    timestamp,
    marker: false,
    source,
  });

  test('packets of one source keep their distances: lost ones are missing, late ones come late', () => {
    const { line } = open();
    const stamps = [10, 11, 13, 12, 14].map((n) => line.forwarded(from(1, n, n * 160))!);
    expect(stamps.map((stamp) => sequenceAfter(stamp.sequence, stamps[0]!.sequence))).toEqual([0, 1, 3, 2, 4]);
    expect(stamps.map((stamp) => timestampAfter(stamp.timestamp, stamps[0]!.timestamp))).toEqual([
      0, 160, 480, 320, 640,
    ]);
  });

  test('another source follows right behind, and a latecomer from before it is left out', () => {
    const { clock, line } = open();
    const first = line.forwarded(from(1, 10, 1_600))!;
    clock.nowMs += 20;
    const second = line.forwarded(from(2, 40_000, 77))!;
    expect([
      sequenceAfter(second.sequence, first.sequence),
      timestampAfter(second.timestamp, first.timestamp),
      second.marker,
    ]).toEqual([1, 160, true]);
    expect(line.forwarded(from(2, 39_999, 77 - 160))).toBeNull();
  });

  test('another source is another even when its numbers lie close by', () => {
    const { clock, line } = open();
    const first = line.forwarded(from(1, 10, 1_600))!;
    clock.nowMs += 20;
    const second = line.forwarded(from(2, 15, 2_400))!;
    expect([sequenceAfter(second.sequence, first.sequence), timestampAfter(second.timestamp, first.timestamp)]).toEqual(
      [1, 160],
    );
    clock.nowMs += 20;
    expect(sequenceAfter(line.forwarded(from(3, 8, 1_280))!.sequence, second.sequence)).toBe(1);
  });

  test('a pause passes in the timestamps too', () => {
    const { clock, line } = open();
    const first = line.made();
    clock.nowMs += 2_000;
    const second = line.made();
    expect([timestampAfter(second.timestamp, first.timestamp), second.marker]).toEqual([16_000, true]);
    clock.nowMs += 31;
    expect(timestampAfter(line.made().timestamp, second.timestamp)).toBe(160);
  });

  test('a source whose clock jumps is taken on from where it was', () => {
    const { clock, line } = open();
    const first = line.forwarded(from(1, 10, 1_600))!;
    clock.nowMs += 20;
    const second = line.forwarded(from(1, 30_000, 99_999_999))!;
    expect([sequenceAfter(second.sequence, first.sequence), timestampAfter(second.timestamp, first.timestamp)]).toEqual(
      [1, 160],
    );
  });
});

describe('keys in RTP', () => {
  test('[CALL-15] a press is told at its first packet, and once', () => {
    const receiver = new KeyReceiver();
    const packets = keySteps('7', 100).flat();
    expect(packets.map(({ payload: bytes }) => receiver.receive(1_000, bytes)).filter(Boolean)).toEqual(['7']);
    expect(receiver.receive(9_000, packets[0]!.payload)).toBe('7');
  });

  test('[CALL-15] the end of one press, arriving after the next began, is no press', () => {
    const receiver = new KeyReceiver();
    const [one, two] = [keySteps('1', 100).flat(), keySteps('2', 100).flat()];
    const presses = [
      receiver.receive(1_000, one[0]!.payload),
      receiver.receive(2_000, two[0]!.payload),
      receiver.receive(1_000, one.at(-1)!.payload),
      receiver.receive(2_000, two.at(-1)!.payload),
      receiver.receive(3_000, one[0]!.payload),
    ];
    expect(presses).toEqual(['1', '2', null, null, '1']);
  });

  test('[CALL-15] a press goes on for its length and ends three times over', () => {
    const steps = keySteps('#', 100);
    expect(
      steps.map((step) => step.map(({ payload: bytes }) => [bytes[0], bytes[1]! >> 7, bytes[2]! * 256 + bytes[3]!])),
    ).toEqual([
      [[11, 0, 160]],
      [[11, 0, 320]],
      [[11, 0, 480]],
      [[11, 0, 640]],
      [
        [11, 1, 800],
        [11, 1, 800],
        [11, 1, 800],
      ],
    ]);
  });

  test('events that are no keys are passed over', () => {
    expect(new KeyReceiver().receive(1, Uint8Array.of(16, 10, 0, 160))).toBeNull();
    expect(new KeyReceiver().receive(1, Uint8Array.of(1))).toBeNull();
  });
});

describe('what we say about quality', () => {
  test('loss is what is missing between the first and the newest, whatever the order, and across the wrap', () => {
    const reception = new RtpReception();
    [65_533, 65_534, 0, 65_535, 3].forEach((sequence, at) => reception.note(packet(sequence, at * 160), at * 20));
    expect(reception.lost).toBe(2);
    expect(reception.received).toBe(5);
    expect(reception.report()).toMatchObject({
      ssrc: 7,
      lost: 2,
      fraction: Math.floor((2 * 256) / 7),
      highest: 65_536 + 3,
    });
    reception.note(packet(4, 5 * 160), 100);
    expect(reception.report()).toMatchObject({ fraction: 0, lost: 2 });
  });

  test('a phone that begins anew counts on', () => {
    const reception = new RtpReception();
    reception.note(packet(1, 0), 0);
    reception.note(packet(3, 320), 40);
    reception.note(packet(40_000, 5, 8), 60);
    reception.note(packet(40_001, 165, 8), 80);
    expect(reception.lost).toBe(1);
  });

  test('jitter grows with unevenness and not with delay', () => {
    const steady = new RtpReception();
    const uneven = new RtpReception();
    for (let n = 0; n < 200; n++) {
      steady.note(packet(n, n * 160), 500 + n * 20);
      uneven.note(packet(n, n * 160), 500 + n * 20 + (n % 2) * 10);
    }
    expect(steady.jitterMs).toBe(0);
    expect(uneven.jitterMs).toBeCloseTo(10, 0);
  });

  test('a report is read as it was written', () => {
    const block = {
      ssrc: 9,
      fraction: 64,
      lost: 5,
      highest: 70_000,
      jitter: 80,
      lastReport: 0x1234_5678,
      delay: 65_536,
    };
    const bytes = buildReport(7, 'openseat', 1_700_000_000_000, { packets: 3, bytes: 480, timestamp: 99 }, block);
    expect(isRtcp(bytes)).toBe(true);
    expect(bytes.length % 4).toBe(0);
    expect(parseReports(bytes)).toEqual({ senderNtp: ntpMiddle(1_700_000_000_000), blocks: [block] });
    expect(parseReports(buildReport(7, 'openseat', 0, { packets: 0, bytes: 0, timestamp: 0 }, block))).toEqual({
      senderNtp: null,
      blocks: [block],
    });
    for (let length = 0; length < bytes.length; length++)
      expect(() => parseReports(bytes.subarray(0, length))).not.toThrow();
  });

  test('the round trip is what a report needs to come back, less what the phone waited', () => {
    const clock = { nowMs: 10_000 };
    const reporter = new Reporter(7, 'openseat', new RtpReception(), () => clock.nowMs);
    reporter.sent(160);
    clock.nowMs += 600;
    const { senderNtp } = parseReports(reporter.due(0)!);
    expect(reporter.due(0)).toBeNull();
    clock.nowMs += 30 + 1_000 + 50;
    reporter.receive(
      buildReport(
        8,
        'phone',
        0,
        { packets: 0, bytes: 0, timestamp: 0 },
        { ssrc: 7, fraction: 64, lost: 0, highest: 1, jitter: 0, lastReport: senderNtp!, delay: 65_536 },
      ),
    );
    expect(reporter.roundTripMs).toBeGreaterThanOrEqual(79);
    expect(reporter.roundTripMs).toBeLessThanOrEqual(81);
    expect(reporter.remoteLossFraction).toBe(0.25);
  });
});

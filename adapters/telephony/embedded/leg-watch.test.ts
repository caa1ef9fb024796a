import { expect, test } from 'vitest';
import { legId } from '#core/telephony/telephony.port.ts';
import { ExchangeLeg } from './exchange-leg.ts';
import { DEFAULT_PATIENCE, judge, type LegVerdict } from './leg-watch.ts';

/** A leg made at moment 0, with a hand on its clock and its silence. */
function aLeg(made: 'offered' | 'placed') {
  const now = { ms: 0, silentMs: 0 };
  const quality = () => ({
    packetsReceived: 0,
    packetsSent: 0,
    packetsLost: 0,
    jitterMs: 0,
    roundTripMs: null,
    remoteLossFraction: null,
    silentMs: now.silentMs,
  });
  const end = {
    listener: { packet: () => {}, key: () => {} },
    forward: () => {},
    send: () => {},
    sendKey: () => {},
    quality,
  };
  const leg = new ExchangeLeg({
    id: legId('a'),
    made,
    account: '1001',
    sound: { end, close: () => {} },
    nowMs: () => now.ms,
    emit: () => {},
    onEnd: () => {},
  });
  const at = (ms: number, isOwn = false): LegVerdict => {
    now.ms = ms;
    return judge(leg, DEFAULT_PATIENCE, ms, isOwn);
  };
  return { leg, now, at };
}

test('an offered leg is refused after a minute, one that was told to ring after three', () => {
  const { leg, at } = aLeg('offered');
  expect(at(59_999)).toBe('fine');
  expect(at(60_000)).toBe('refuse');
  leg.isAttended = true;
  expect(at(60_000)).toBe('fine');
  expect(at(180_000)).toBe('refuse');
});

test('a leg we ring is left to its own time limit', () => {
  expect(aLeg('placed').at(1_000_000)).toBe('fine');
});

test('[CALL-19] an answered leg is reported every five seconds', () => {
  const { leg, at } = aLeg('placed');
  leg.answered();
  expect(at(4_999)).toBe('fine');
  expect(at(5_000)).toBe('report');
  leg.reportQuality();
  expect(at(9_999)).toBe('fine');
  expect(at(10_000)).toBe('report');
});

test('a leg whose sound lost its connection waits ten seconds; a connection that returns in time is kept', () => {
  const { leg, now, at } = aLeg('placed');
  leg.answered();
  now.ms = 1_000;
  leg.soundIs(false);
  now.ms = 5_000;
  leg.soundIs(false);
  expect(at(10_999)).not.toBe('lost');
  expect(at(11_000)).toBe('lost');
  leg.soundIs(true);
  expect(at(11_000)).not.toBe('lost');
});

test('twenty seconds without a packet end a leg only when its signalling is away as well', () => {
  const { leg, now, at } = aLeg('placed');
  leg.answered();
  now.silentMs = 20_000;
  expect(at(20_000)).not.toBe('lost');
  leg.away(true);
  expect(at(20_000)).toBe('lost');
  now.silentMs = 19_999;
  expect(at(20_000)).not.toBe('lost');
});

test('[LINE-01] a call to one of our own numbers lasts five minutes at most', () => {
  const { leg, at } = aLeg('offered');
  leg.answered();
  leg.reportQuality();
  expect(at(299_999, true)).not.toBe('tooLong');
  expect(at(300_000, true)).toBe('tooLong');
});

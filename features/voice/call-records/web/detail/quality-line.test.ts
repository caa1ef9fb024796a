import { expect, test } from 'vitest';
import { figuresOf, qualityPath } from './quality-line.ts';

const BOX = { fromMs: 0, toMs: 100, width: 300, height: 40 };

test('[CC-15] quality is drawn from left to right, five at the top and one at the bottom', () => {
  expect(
    qualityPath(
      [
        { atMs: 0, mos: 5 },
        { atMs: 50, mos: 3 },
        { atMs: 100, mos: 1 },
      ],
      BOX,
    ),
  ).toBe('M0 0L150 20L300 40');
  expect(qualityPath([{ atMs: 0, mos: 7 }], { ...BOX, toMs: 0 })).toBe('M150 0h0');
  expect(qualityPath([], BOX)).toBe('');
});

test('[CC-15] the figures are what was lost in all and the worst of the rest', () => {
  const report = {
    at: '2026-11-15 10:00:00',
    party: 'agent' as const,
    mos: 4,
    packetsReceived: 90,
    packetsSent: 100,
    packetsLost: 10,
    jitterMs: 4,
    roundTripMs: null,
    remoteLossFraction: null,
  };
  expect(figuresOf([{ ...report, jitterMs: 30, packetsLost: 0 }, report])).toEqual({
    loss: 0.1,
    jitterMs: 30,
    delayMs: null,
  });
  expect(figuresOf([{ ...report, packetsReceived: 0, packetsLost: -1, roundTripMs: 80 }])).toEqual({
    loss: null,
    jitterMs: 4,
    delayMs: 80,
  });
});

import { expect, test } from 'vitest';
import { Ringtone } from '#shared/codes/ringtone.ts';
import { openOneBell } from './open-one-bell.ts';

/** A context that tells what it was asked. */
function aContext() {
  const did: string[] = [];
  const source = {
    buffer: null as unknown,
    loop: false,
    connect: () => void did.push('connect'),
    start: () => void did.push('start'),
  };
  const context = {
    sampleRate: 8_000,
    destination: {},
    createBufferSource: () => source,
    createBuffer: (_: number, length: number) => ({ length, copyToChannel: () => {} }),
    resume: async () => {},
    close: async () => void did.push('close'),
  };
  return { did, source, context: context as unknown as AudioContext };
}

test('[FLOW-13] rings over and over until it is stopped', () => {
  const { did, source, context } = aContext();
  const bell = openOneBell(() => context);
  bell.ring(Ringtone.bell);
  expect([did, source.loop]).toEqual([['connect', 'start'], true]);
  bell.stop();
  bell.stop();
  expect(did.filter((one) => one === 'close')).toHaveLength(1);
});

test('[FLOW-13] silent is silent, and so is a browser without sound', () => {
  const { did, context } = aContext();
  openOneBell(() => context).ring(Ringtone.silent);
  openOneBell(() => null).ring(Ringtone.rising);
  expect(did).toEqual([]);
});

import { expect, test } from 'vitest';
import { pcmWav } from './pcm-wav.ts';
import { stereoOf } from './suite/recording-reader.fixture.ts';

test('a WAV file holds what was put into it, and its header says how much that is', () => {
  const file = pcmWav(Int16Array.from([1, -1, 32_767, -32_768]), { rate: 8_000, channels: 2 });
  expect(stereoOf(file)).toEqual({ left: Int16Array.from([1, 32_767]), right: Int16Array.from([-1, -32_768]) });
  const header = new DataView(file.buffer);
  expect([
    file.length,
    header.getUint32(4, true),
    header.getUint32(28, true),
    header.getUint16(32, true),
    header.getUint32(40, true),
  ]).toEqual([52, 44, 32_000, 4, 8]);
  const mono = new DataView(pcmWav(new Int16Array(3), { rate: 48_000, channels: 1 }).buffer);
  expect([
    mono.getUint16(22, true),
    mono.getUint32(24, true),
    mono.getUint32(28, true),
    mono.getUint16(32, true),
    mono.getUint16(34, true),
  ]).toEqual([1, 48_000, 96_000, 2, 16]);
});

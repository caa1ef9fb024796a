import { expect, test } from 'vitest';
import { AudioFrames, AudioKind, idOf, samplesOf, soundFrame } from './audio-socket.ts';

test('frames come out whole however the network cut them', () => {
  const sound = Int16Array.from([1, -2, 300]);
  const id = Buffer.from([AudioKind.id, 0, 16, ...Buffer.from('0123456789abcdef0123456789abcdef', 'hex')]);
  const bytes = Buffer.concat([id, soundFrame(sound), soundFrame(sound)]);
  const frames = new AudioFrames();
  const found = [...bytes].flatMap((byte) => frames.take(Buffer.from([byte])));
  expect(found.map(({ kind }) => kind)).toEqual([AudioKind.id, AudioKind.sound, AudioKind.sound]);
  expect(idOf(found[0]!.body)).toBe('01234567-89ab-cdef-0123-456789abcdef');
  expect(samplesOf(found[2]!.body)).toEqual(sound);
});

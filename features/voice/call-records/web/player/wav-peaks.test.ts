import { expect, test } from 'vitest';
import { wavPeaks } from './wav-peaks.ts';

/** A recording as the exchange writes it (µ-law, 58 bytes of header) or as the demo does (16 bits, 44). */
function recording(kind: 'ulaw' | 'pcm', frames: readonly (readonly [number, number])[]): Uint8Array {
  const bytesEach = kind === 'ulaw' ? 1 : 2;
  const header = kind === 'ulaw' ? 58 : 44;
  const file = Buffer.alloc(header + frames.length * bytesEach * 2);
  file.write('RIFF', 0, 'latin1');
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(kind === 'ulaw' ? 18 : 16, 16);
  file.writeUInt16LE(kind === 'ulaw' ? 7 : 1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(8_000, 24);
  file.writeUInt16LE(bytesEach * 8, 34);
  if (kind === 'ulaw') {
    file.write('fact', 38, 'latin1');
    file.writeUInt32LE(4, 42);
  }
  file.write('data', header - 8, 'latin1');
  file.writeUInt32LE(frames.length * bytesEach * 2, header - 4);
  frames.forEach(([left, right], place) => {
    const at = header + place * bytesEach * 2;
    if (kind === 'ulaw') file.set([left, right], at);
    else new DataView(file.buffer, file.byteOffset).setInt32(at, (right << 16) | (left & 0xffff), true);
  });
  return file;
}

const many = (count: number, left: number, right: number): [number, number][] =>
  Array.from({ length: count }, () => [left, right]);
const rounded = (values: Float32Array) => [...values].map((value) => Number(value.toFixed(2)));
function peaksOf(file: Uint8Array, columns: number, pieceBytes = file.length) {
  const peaks = wavPeaks(file.length, columns);
  for (let at = 0; at < file.length; at += pieceBytes)
    expect(peaks.push(file.subarray(at, at + pieceBytes))).toBe(true);
  return { left: rounded(peaks.peaks().left), right: rounded(peaks.peaks().right), share: peaks.share() };
}

// In µ-law 0x80 is the loudest there is and 0xff silence.
const [LOUD, SILENT] = [0x80, 0xff];

test.each([1, 3, 7, 58, 61, 1_000])(
  '[CALL-25] the customer is drawn from the left and the agent from the right, whatever pieces of %i bytes the recording comes in',
  (piece) => {
    const file = recording('ulaw', [...many(50, LOUD, SILENT), ...many(50, SILENT, LOUD)]);
    expect(peaksOf(file, 4, piece)).toEqual({ left: [0.98, 0.98, 0, 0], right: [0, 0, 0.98, 0.98], share: 1 });
  },
);

test('[CALL-25] sixteen bits are read as well, and of each column the loudest moment counts', () => {
  const file = recording('pcm', [
    [0, -16_384],
    [8_192, 0],
    [0, 0],
    [100, 32_767],
  ]);
  expect(peaksOf(file, 2, 5)).toEqual({ left: [0.25, 0], right: [0.5, 1], share: 1 });
});

test('[CALL-25] half a recording draws half', () => {
  const file = recording('ulaw', many(100, LOUD, LOUD));
  const peaks = wavPeaks(file.length, 4);
  peaks.push(file.subarray(0, 58 + 100));
  expect([rounded(peaks.peaks().left), peaks.share()]).toEqual([[0.98, 0.98, 0, 0], 0.5]);
});

test('what is no recording is refused at once, also a format we do not know', () => {
  expect(wavPeaks(100, 4).push(Buffer.from('{"code":401,"data":null,"msg":""}'))).toBe(false);
  const strange = Buffer.from(recording('pcm', many(2_000, 1, 1)));
  strange.writeUInt16LE(3, 20);
  expect(wavPeaks(strange.length, 4).push(strange)).toBe(false);
});

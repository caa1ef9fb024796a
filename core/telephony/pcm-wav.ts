const HEADER_BYTES = 44;
const PCM = 1;
const SAMPLE_BYTES = 2;

/** A WAV file of 16 bit samples; those of several channels take turns. */
export function pcmWav(samples: Int16Array, { rate, channels }: { rate: number; channels: number }): Uint8Array {
  const dataBytes = samples.length * SAMPLE_BYTES;
  const file = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(file.buffer);
  const word = (at: number, letters: string): void =>
    void [...letters].forEach((letter, place) => (file[at + place] = letter.charCodeAt(0)));
  word(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * SAMPLE_BYTES, true);
  view.setUint16(32, channels * SAMPLE_BYTES, true);
  view.setUint16(34, SAMPLE_BYTES * 8, true);
  word(36, 'data');
  view.setUint32(40, dataBytes, true);
  samples.forEach((sample, place) => view.setInt16(HEADER_BYTES + place * SAMPLE_BYTES, sample, true));
  return file;
}

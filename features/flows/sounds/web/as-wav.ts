import { pcmWav } from '#core/telephony/pcm-wav.ts';

/** Enough for a telephone, and what browsers decode to without loss of what it can carry. */
const RATE = 16_000;
const LARGEST = 32_767;

/** A browser that decodes sounds; replaced by tests. */
export const decoder = {
  decode: (bytes: ArrayBuffer): Promise<Pick<AudioBuffer, 'numberOfChannels' | 'length' | 'getChannelData'>> =>
    new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes),
};

const isWav = (start: Uint8Array): boolean =>
  String.fromCharCode(...start.subarray(0, 4)) === 'RIFF' && String.fromCharCode(...start.subarray(8, 12)) === 'WAVE';

/** The file as the server takes it: a WAV file stays, everything else the browser can play becomes one. Null for what it cannot. */
export async function asWav(file: File): Promise<File | null> {
  const bytes = await file.arrayBuffer();
  if (isWav(new Uint8Array(bytes, 0, Math.min(12, bytes.byteLength)))) return file;
  try {
    const sound = await decoder.decode(bytes);
    const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
    const samples = Int16Array.from({ length: sound.length }, (_, place) =>
      Math.round(
        Math.max(-1, Math.min(1, channels.reduce((sum, channel) => sum + channel[place]!, 0) / channels.length)) *
          LARGEST,
      ),
    );
    return new File(
      [pcmWav(samples, { rate: RATE, channels: 1 }) as Uint8Array<ArrayBuffer>],
      file.name.replace(/\.[^.]*$/, '.wav'),
      { type: 'audio/wav' },
    );
  } catch {
    return null;
  }
}

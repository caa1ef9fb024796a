import { createServer, type AddressInfo, type Socket } from 'node:net';
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import type { Metronome } from '../carrier.ts';
import { AudioFrames, AudioKind, idOf, samplesOf, soundFrame } from './audio-socket.ts';
import type { AudioStreams } from './audio-streams.ts';

/**
 * What did not come within this time was not said: phones and lines that spare silence send nothing. Before that it may be late,
 * and silence in the middle of a word would make two of it.
 */
const LATE_FRAMES = 8;

interface Opened {
  line: Socket | null;
  heard(frame: Int16Array): void;
  tick(): void;
}

export async function openAudioStreams(options: {
  address: string;
  port?: number;
  metronome: Metronome;
}): Promise<AudioStreams> {
  const opened = new Map<string, Opened>();
  const lines = new Set<Socket>();
  const server = createServer((line) => {
    const frames = new AudioFrames();
    let stream: Opened | undefined;
    lines.add(line);
    line.setNoDelay(true);
    line.on('error', () => {});
    line.on('close', () => lines.delete(line));
    line.on('data', (piece) => {
      for (const { kind, body } of frames.take(piece)) {
        if (kind === AudioKind.id) {
          stream = opened.get(idOf(body));
          if (!stream) return void line.destroy();
          stream.line = line;
        } else if (kind === AudioKind.sound) stream?.heard(samplesOf(body));
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.address, resolve);
  });
  const stopTicking = options.metronome.subscribe(() => {
    for (const stream of opened.values()) stream.tick();
  });

  return {
    address: `${options.address}:${(server.address() as AddressInfo).port}`,
    open(id, { isCovered, closed }) {
      let onFrame: (frame: Int16Array) => void = () => {};
      let pieces: Int16Array[] = [];
      let samples = 0;
      let missing = 0;
      /** Whoever listens speaks by the same clock. */
      const listen = (): void => {
        missing += 1;
        // One that came between two ticks.
        if (missing === 1) return;
        if (missing < LATE_FRAMES) return onFrame(new Int16Array(0));
        const owed = missing === LATE_FRAMES ? LATE_FRAMES : 1;
        for (let given = 0; given < owed; given++) onFrame(new Int16Array(FRAME_SAMPLES));
      };
      const stream: Opened = {
        line: null,
        heard(frame) {
          missing = 0;
          onFrame(frame);
        },
        tick() {
          listen();
          // What is played over a program is not mixed with it.
          if (samples === 0 || !stream.line || isCovered()) return;
          const frame = new Int16Array(FRAME_SAMPLES);
          let at = 0;
          while (at < FRAME_SAMPLES && pieces.length > 0) {
            const piece = pieces[0]!;
            const taken = piece.subarray(0, FRAME_SAMPLES - at);
            frame.set(taken, at);
            at += taken.length;
            if (taken.length === piece.length) pieces.shift();
            else pieces[0] = piece.subarray(taken.length);
          }
          samples -= at;
          stream.line.write(soundFrame(frame));
        },
      };
      opened.set(id, stream);
      const bufferedMs = (): number => Math.ceil((samples * 1_000) / SAMPLE_RATE / FRAME_MS) * FRAME_MS;
      const clear = (): number => {
        const dropped = bufferedMs();
        pieces = [];
        samples = 0;
        return dropped;
      };
      return {
        onFrame: (listener) => void (onFrame = listener),
        write(given) {
          if (!opened.has(id)) return;
          pieces.push(given.slice());
          samples += given.length;
        },
        clear,
        bufferedMs,
        close() {
          clear();
          if (!opened.delete(id)) return;
          closed();
        },
      };
    },
    stop: () =>
      new Promise((resolve) => {
        stopTicking();
        opened.clear();
        for (const line of lines) line.destroy();
        server.close(() => resolve());
      }),
  };
}

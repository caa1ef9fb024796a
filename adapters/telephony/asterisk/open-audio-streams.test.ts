import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { until } from '../until.fixture.ts';
import { AudioFrames, AudioKind, samplesOf, soundFrame } from './audio-socket.ts';
import type { AudioStreams } from './audio-streams.ts';
import { openAudioStreams } from './open-audio-streams.ts';

const ID = '01234567-89ab-cdef-0123-456789abcdef';
const speech = new Int16Array(FRAME_SAMPLES).fill(1_000);

let streams: AudioStreams;
let node: Socket;
afterEach(async () => {
  node.destroy();
  await streams.stop();
});

/** A program at a node, and a clock turned by hand. */
async function aProgram() {
  let tick: () => void = () => {};
  streams = await openAudioStreams({
    address: '127.0.0.1',
    metronome: {
      subscribe(next) {
        tick = next;
        return () => {};
      },
    },
  });
  const stream = streams.open(ID, { isCovered: () => false, closed() {} });
  /** How long each piece was that it heard, and whether anything was said in it. */
  const heard: { samples: number; isSaid: boolean }[] = [];
  stream.onFrame((frame) => {
    heard.push({ samples: frame.length, isSaid: frame.some((sample) => sample !== 0) });
    if (stream.bufferedMs() === 0) stream.write(speech);
  });
  node = connect(Number(streams.address.split(':')[1]), '127.0.0.1');
  await once(node, 'connect');
  const played: Int16Array[] = [];
  const frames = new AudioFrames();
  node.on('data', (piece) => void played.push(...frames.take(piece).map(({ body }) => samplesOf(body))));
  node.write(Buffer.from([AudioKind.id, 0, 16, ...Buffer.from(ID.replaceAll('-', ''), 'hex')]));
  return {
    heard,
    played,
    ticks: (times: number) => Array.from({ length: times }).forEach(() => tick()),
    async says(times: number) {
      const before = heard.length;
      node.write(Buffer.concat(Array.from({ length: times }, () => soundFrame(speech))));
      await until('it is heard', () => heard.length === before + times);
    },
  };
}

test('what is late is waited for, and heard whole when it comes: a word does not become two', async () => {
  const program = await aProgram();
  await program.says(1);
  program.ticks(7);
  await program.says(7);
  expect(program.heard.filter(({ isSaid }) => isSaid)).toHaveLength(8);
  expect(program.heard.filter(({ samples, isSaid }) => samples > 0 && !isSaid)).toEqual([]);
});

test('where nothing comes it is silence, from its beginning on, and 20 ms every 20 ms', async () => {
  const program = await aProgram();
  await program.says(1);
  program.heard.length = 0;
  const silence = () => program.heard.reduce((sum, { samples }) => sum + samples, 0) / FRAME_SAMPLES;
  program.ticks(7);
  expect(silence()).toBe(0);
  program.ticks(1);
  expect(silence()).toBe(8);
  program.ticks(20);
  expect(silence()).toBe(28);
});

test('a program that writes when it is time to is heard without a gap, though nothing is sent to it', async () => {
  const program = await aProgram();
  await program.says(1);
  program.ticks(50);
  await until('all of it is played', () => program.played.length >= 49);
});

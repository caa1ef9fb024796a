import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const START_MS = 10_000;
const RATE = 48_000;
const SYLLABLES_A_SECOND = 4;
const LOUDNESS = 9_000;

/** Where a browser plays to and what it hears, and how to take both away again. */
export interface SoundCard {
  env: Record<string, string>;
  stop(): Promise<void>;
}

export const hasSoundServer = (): boolean =>
  ['pulseaudio', 'pacat'].every((name) => spawnSync('which', [name]).status === 0);

/**
 * A sound card at a PulseAudio of its own in `folder`: a speaker that nobody hears, and a microphone into which somebody speaks without
 * end. Without any card Firefox's sound never runs; and the microphone it makes up is one tone, too narrow for bars that show all of
 * what is heard.
 */
export async function openSoundCard(folder: string): Promise<SoundCard> {
  const socket = join(folder, 'pulse.socket');
  const env = { PULSE_SERVER: `unix:${socket}` };
  const server = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      '--disable-shm',
      `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      '--load=module-null-sink sink_name=speaker sink_properties=device.description=Speaker',
      '--load=module-null-sink sink_name=room',
      // Browsers pass over what a speaker plays; a microphone of its own they list.
      '--load=module-remap-source master=room.monitor source_name=microphone source_properties=device.description=Microphone',
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_RUNTIME_PATH: folder } },
  );
  let speaker: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    for (const program of [speaker, server])
      if (program && program.exitCode === null && program.kill()) await once(program, 'exit');
  };
  const deadline = Date.now() + START_MS;
  while (!existsSync(socket)) {
    if (Date.now() > deadline || server.exitCode !== null) {
      await stop();
      throw new Error('PulseAudio did not start');
    }
    await pause(100);
  }
  for (const chosen of [
    ['set-default-sink', 'speaker'],
    ['set-default-source', 'microphone'],
  ])
    spawnSync('pactl', chosen, { env: { ...process.env, ...env } });
  speaker = spawn('pacat', ['--device=room', '--raw', '--format=s16le', `--rate=${RATE}`, '--channels=1'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env, HOME: folder },
  });
  speak(speaker);
  return { env, stop };
}

/** A second of something like a voice: all of what a microphone can hear, in syllables. */
function aSecond(): Buffer {
  const samples = new Int16Array(RATE);
  let seed = 1;
  for (let at = 0; at < RATE; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const syllable = Math.sin((Math.PI * at * SYLLABLES_A_SECOND) / RATE) ** 2;
    samples[at] = Math.round((seed / 2 ** 30 - 1) * LOUDNESS * syllable);
  }
  return Buffer.from(samples.buffer);
}

/** Says it again and again, as fast as it is heard. */
function speak({ stdin }: ChildProcess): void {
  const second = aSecond();
  const more = (): void => {
    while (stdin!.writable && stdin!.write(second));
  };
  // It goes with the card.
  stdin!.on('error', () => {});
  stdin!.on('drain', more);
  more();
}

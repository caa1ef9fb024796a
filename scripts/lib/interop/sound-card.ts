import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const START_MS = 10_000;

/** Where a browser plays to, and how to take it away again. */
export interface SoundCard {
  env: Record<string, string>;
  stop(): Promise<void>;
}

export const hasSoundServer = (): boolean => spawnSync('which', ['pulseaudio']).status === 0;

/**
 * A sound card that nobody hears, at a PulseAudio of its own in `folder`. Without any card Firefox's sound never runs: nothing is
 * played, and no level of the microphone is seen.
 */
export async function openSoundCard(folder: string): Promise<SoundCard> {
  const socket = join(folder, 'pulse.socket');
  const server = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      '--disable-shm',
      `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      '--load=module-null-sink',
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_RUNTIME_PATH: folder } },
  );
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit');
  };
  const deadline = Date.now() + START_MS;
  while (!existsSync(socket)) {
    if (Date.now() > deadline || server.exitCode !== null) {
      await stop();
      throw new Error('PulseAudio did not start');
    }
    await pause(100);
  }
  return { env: { PULSE_SERVER: `unix:${socket}` }, stop };
}

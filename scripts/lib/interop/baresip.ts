import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { sine, tonesIn } from '#core/telephony/tone-detector.ts';
import { freePort } from './product.ts';
import { findProgram, namesIn } from '#adapters/telephony/asterisk/config/find-program.ts';

const WAV_HEAD = 44;
const WINDOW = 2_000;
const SPOKEN_SEC = 60;

/** What to do before it can be used; null: nothing. */
export const baresipLacks = (): string | null =>
  findProgram('baresip')
    ? null
    : 'It needs a desk phone: apt-get install --no-install-recommends baresip-core, or unpacked into a folder that ASTERISK_TREE names.';

/** A desk phone somebody else wrote: Debian's baresip, which says a tone and writes down what it hears. */
export async function openBaresip(account: {
  user: string;
  password: string;
  /** `host:port;transport=udp`. */
  server: string;
  saysHz: number;
  isSecured?: boolean;
}) {
  const home = mkdtempSync(join(tmpdir(), 'openseat-baresip-'));
  const controlPort = await freePort();
  const { command, libraries, root } = findProgram('baresip')!;
  const places = [...libraries, join(root, 'usr/local/lib')].map((folder) => join(folder, 'baresip/modules'));
  const { user, password, server, saysHz, isSecured } = account;
  writeFileSync(
    join(home, 'say.wav'),
    pcmWav(sine([saysHz], SAMPLE_RATE * SPOKEN_SEC), { rate: SAMPLE_RATE, channels: 1 }),
  );
  writeFileSync(join(home, 'contacts'), '');
  writeFileSync(
    join(home, 'accounts'),
    `<sip:${user}@${server}>;auth_pass=${password};answermode=auto;audio_codecs=PCMU,PCMA;regint=60${isSecured ? ';mediaenc=srtp-mand' : ''}\n`,
  );
  const lines = [
    'poll_method epoll',
    'sip_listen 127.0.0.1:0',
    'call_max_calls 4',
    'audio_player aubridge,nobody',
    `audio_source aufile,${join(home, 'say.wav')}`,
    `ausrc_srate ${SAMPLE_RATE}`,
    `auplay_srate ${SAMPLE_RATE}`,
    'ausrc_channels 1',
    'auplay_channels 1',
    `module_path ${places.find((folder) => namesIn(folder).length > 0) ?? places[0]}`,
    ...['g711', 'aufile', 'aubridge', 'srtp', 'sndfile'].map((name) => `module ${name}.so`),
    'module_tmp account.so',
    ...['menu', 'ctrl_tcp'].map((name) => `module_app ${name}.so`),
    `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    `snd_path ${home}`,
    'sip_verify_server no',
    '',
  ];
  writeFileSync(join(home, 'config'), lines.join('\n'));
  const [file = '', ...before] = command;
  const program = spawn(file, [...before, '-f', home], { stdio: 'ignore' });

  return {
    /** A command of its menu: `dial 9196`, `hangup`. */
    async command(command: string, params = ''): Promise<void> {
      const asked = JSON.stringify({ command, params, token: 'interop' });
      const socket = connect(controlPort, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`${asked.length}:${asked},`);
      await pause(300);
      socket.destroy();
    },
    /** The tones it heard in its last call, each with how many quarters of a second; after that call ended. */
    heard(): Map<string, number> {
      const last = readdirSync(home)
        .filter((name) => name.endsWith('-dec.wav'))
        .sort()
        .at(-1);
      const bytes = last ? readFileSync(join(home, last)).subarray(WAV_HEAD) : Buffer.alloc(0);
      const samples = new Int16Array(Math.floor(bytes.length / 2)).map((_, at) => bytes.readInt16LE(at * 2));
      const tones = new Map<string, number>();
      for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) {
        const found = String(tonesIn(samples.subarray(at, at + WINDOW)));
        tones.set(found, (tones.get(found) ?? 0) + 1);
      }
      return tones;
    },
    close(): void {
      program.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

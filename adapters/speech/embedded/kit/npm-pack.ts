import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { KitError } from './kit-error.ts';

/** Brings one packed package into a folder and says where it lies; tells how many bytes came. */
export type Pack = (
  spec: string,
  into: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
) => Promise<string>;

const LOOK_MS = 300;
const STALLED_MS = 90_000;

/** By the machine's own npm, so that its registry, proxy and keys count. Its cache is ours, so that nothing stays and growth can be seen. */
export const npmPack: Pack = async (spec, into, onBytes, signal) => {
  const cache = join(into, 'cache');
  const { command, args, shell } = npmHere();
  const child = spawn(
    command,
    [
      ...args,
      'pack',
      spec,
      '--pack-destination',
      into,
      '--cache',
      cache,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel',
      'error',
      '--fetch-retries',
      '2',
      '--fetch-retry-mintimeout',
      '500',
      '--fetch-retry-maxtimeout',
      '3000',
    ],
    { cwd: into, shell, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true },
  );
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors = `${errors}${text}`.slice(-4_000)));
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  let [bytes, lookedAt, isStalled] = [0, performance.now(), false];
  const look = setInterval(() => {
    const now = sizeOf(cache);
    if (now !== bytes) [bytes, lookedAt] = [now, performance.now()];
    else if (performance.now() - lookedAt > STALLED_MS) {
      isStalled = true;
      stop();
    }
    onBytes(bytes);
  }, LOOK_MS);
  try {
    const code = await new Promise<number | null | Error>((resolve) =>
      child.once('error', resolve).once('close', resolve),
    );
    if (signal.aborted) throw new KitError('fetching was stopped');
    if (isStalled) throw new KitError(`npm could not fetch ${spec} (nothing came for ${STALLED_MS / 1_000} s)`);
    if (code instanceof Error) throw new KitError('npm is not on the path, so the speech models cannot be fetched');
    const packed = readdirSync(into).find((name) => name.endsWith('.tgz'));
    if (code !== 0 || !packed)
      throw new KitError(
        `npm could not fetch ${spec} (${/npm (?:error|ERR!) code (\w+)/.exec(errors)?.[1] ?? `exit code ${code}`})`,
      );
    return join(into, packed);
  } finally {
    clearInterval(look);
    signal.removeEventListener('abort', stop);
  }
};

function npmHere(): { command: string; args: string[]; shell: boolean } {
  const script = process.env.npm_execpath;
  if (script && /^npm-cli\.c?js$/.test(basename(script)))
    return { command: process.execPath, args: [script], shell: false };
  return process.platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false };
}

function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}

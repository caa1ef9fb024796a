import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './root.mjs';

/** A process group of its own, so that what it started itself ends with it. */
const OWN_GROUP = process.platform !== 'win32';
const PATIENCE_MS = 5_000;
const running = new Set();
let told = false;

/** Something a person can act on: printed as it is, without a stack. */
export class Stop extends Error {}

/**
 * Runs a program to its end. With `quiet` its output is collected instead of shown, with `heard` both.
 * A signal to us ends it first, and then us; what was to follow does not happen.
 */
export function run(
  command,
  args,
  { env = process.env, quiet = false, heard = false, shell = false, cwd = root } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      detached: OWN_GROUP,
      stdio: quiet || heard ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
        if (heard) process.stdout.write(chunk);
      });
    running.add(child);
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 1, output: `${output}${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      if (!told) resolve({ code: code ?? exitCodeOf(signal), output });
    });
  });
}

/** What a shell reports for a program that a signal ended. */
export const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0);

/** Runs a script's main function; what stands in the way is one line and exit code 1. */
export function main(work) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void endAll(signal));
  work().catch((error) => {
    console.error(error instanceof Stop ? error.message : error);
    process.exit(1);
  });
}

async function endAll(signal) {
  if (told) return;
  told = true;
  const children = [...running];
  const closed = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of children) end(child, 'SIGINT');
  setTimeout(() => {
    for (const child of children) end(child, 'SIGKILL');
  }, PATIENCE_MS).unref();
  await Promise.all(closed);
  process.exit(exitCodeOf(signal));
}

function end(child, signal) {
  try {
    process.kill(OWN_GROUP ? -child.pid : child.pid, signal);
  } catch {
    // It was faster.
  }
}

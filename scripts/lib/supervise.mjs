import { spawn } from 'node:child_process';
import { root } from './root.mjs';
import { exitCodeOf } from './run.mjs';

/** Longer than the server takes to stop by itself, once it has let calls end (`DRAIN_SECONDS`). */
const STOP_WITHIN_MS = 20_000;
const LONGEST_DRAIN_SEC = 60;
/** npm and the terminal may both pass on the same Ctrl-C. */
const SAME_SIGNAL_MS = 2_000;
const LOOK_FOR_PARENT_MS = 500;

/**
 * Runs programs until one ends or we are told to stop, and leaves none behind:
 *
 * 1. Each has a process group of its own, so that one Ctrl-C reaches it once, through us.
 * 2. Each has a channel to us that breaks when we are killed; the server takes that for a stop.
 * 3. When the npm that started us was killed, we stop.
 * 4. The first signal is passed on, and calls may end by themselves; the second ends them, the third everything.
 * 5. When one ends, the others are stopped, and its exit code is ours.
 */
export function supervise(programs) {
  const children = new Set();
  let exitCode;
  let stoppingSince;
  let told = 0;

  function stop() {
    if (stoppingSince !== undefined && Date.now() - stoppingSince <= SAME_SIGNAL_MS) return;
    stoppingSince = Date.now();
    told += 1;
    if (told > 2) return force();
    for (const child of children) child.kill('SIGTERM');
    const drainMs = told === 1 ? drainSeconds(process.env.DRAIN_SECONDS) * 1_000 : 0;
    setTimeout(force, drainMs + STOP_WITHIN_MS).unref();
  }

  function force() {
    for (const child of children) child.kill('SIGKILL');
  }

  function ended(child, code) {
    children.delete(child);
    exitCode ??= code;
    if (children.size === 0) process.exit(exitCode);
    if (stoppingSince === undefined) stop();
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stop();
    }, LOOK_FOR_PARENT_MS).unref();
  }
  for (const { command, args, env } of programs) {
    const child = spawn(command, args, {
      cwd: root,
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.add(child);
    child.on('error', (error) => {
      console.error(`${command} cannot run: ${error.message}`);
      ended(child, 1);
    });
    child.on('exit', (code, signal) => ended(child, code ?? exitCodeOf(signal)));
  }
}

const drainSeconds = (said) => (/^\d+$/.test(said ?? '') ? Number(said) : LONGEST_DRAIN_SEC);

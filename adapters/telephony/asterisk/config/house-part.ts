import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const START_MS = 30_000;
const STOP_MS = 8_000;
const LOOK_MS = 50;
const LOOK_AFTER_MS = 500;
const LAST_CHARS = 2_000;

/**
 * A program of the house. It outlives whoever started it: people go on talking. Who comes later finds it by the file with its
 * number, and knows it by its command line.
 */
export interface HousePart {
  readonly name: string;
  /** Null while it does not run. */
  pid(): number | null;
  serves(): Promise<boolean>;
  /** Resolves once it serves, true where it was started; false at once where it ran already. Rejects with what it said. */
  start(): Promise<boolean>;
  stop(): Promise<void>;
  /** As by a power cut. */
  kill(): Promise<void>;
  /** Called when it ended and nobody here wanted it, with what it said last. */
  onLost(listener: (lastOutput: string) => void): void;
  /** Looks after it no more; it runs on. */
  leave(): void;
}

export interface PartProgram {
  name: string;
  command: readonly string[];
  /** A word of its command line that no other program has. */
  mark: string;
  pidFile: string;
  /** What it says, at the end of this file. */
  log: string;
  /** Before each start. */
  prepare?(): Promise<void>;
  serves(): Promise<boolean>;
}

export function openPart({ name, command, mark, pidFile, log, prepare, serves }: PartProgram): HousePart {
  const listeners: ((lastOutput: string) => void)[] = [];
  let watched: number | null = null;
  let watch: NodeJS.Timeout | undefined;

  function running(): number | null {
    const pid = numberIn(pidFile);
    return pid !== null && commandLine(pid).includes(mark) ? pid : null;
  }

  /** Notices its end; a program somebody else started tells nobody. */
  function lookAfter(pid: number): void {
    leave();
    watched = pid;
    watch = setInterval(() => lookFor(pid), LOOK_AFTER_MS).unref();
  }
  function lookFor(pid: number): void {
    if (watched !== pid || commandLine(pid).includes(mark)) return;
    leave();
    killGroup(pid);
    for (const listener of listeners) listener(lastOf(log));
  }
  function leave(): void {
    clearInterval(watch);
    watched = null;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    leave();
    const pid = running();
    if (pid !== null) {
      send(pid, signal);
      const isGone = (): boolean => !commandLine(pid).includes(mark);
      for (const deadline = Date.now() + STOP_MS; !isGone() && Date.now() < deadline;) await pause(LOOK_MS);
      // All of it: it has children of its own, who would keep the ports.
      killGroup(pid);
      while (!isGone()) await pause(LOOK_MS);
    }
    await sweep(mark);
    rmSync(pidFile, { force: true });
  }

  async function untilServing(pid: number): Promise<void> {
    for (const deadline = Date.now() + START_MS; !(await serves().catch(() => false)); await pause(LOOK_MS)) {
      if (commandLine(pid).includes(mark) && Date.now() < deadline) continue;
      await end('SIGKILL');
      throw new Error(`${name} did not start: ${lastOf(log)}`);
    }
  }

  return {
    name,
    pid: running,
    serves,
    onLost: (listener) => void listeners.push(listener),
    leave,
    async start() {
      const there = running();
      if (there !== null) {
        lookAfter(there);
        return false;
      }
      await sweep(mark);
      await prepare?.();
      const logFile = openSync(log, 'a', 0o600);
      const [program = '', ...args] = command;
      const child = spawn(program, args, { stdio: ['ignore', logFile, logFile], detached: true });
      closeSync(logFile);
      // Its end is seen; a program that is not there has no number.
      child.on('error', () => {});
      child.on('exit', () => child.pid !== undefined && lookFor(child.pid));
      child.unref();
      if (child.pid === undefined) throw new Error(`${name} cannot be run: ${program}`);
      writeFileSync(pidFile, `${child.pid}\n`, { mode: 0o600 });
      await untilServing(child.pid);
      lookAfter(child.pid);
      return true;
    },
    stop: () => end('SIGTERM'),
    async kill() {
      leave();
      const pid = running();
      if (pid !== null) killGroup(pid);
      await end('SIGKILL');
    },
  };
}

function numberIn(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/** Empty for one that is gone, or only waits to be collected. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** What a killed predecessor left: its children keep the ports. */
async function sweep(mark: string): Promise<void> {
  for (;;) {
    const left = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && commandLine(pid).includes(mark));
    if (left.length === 0) return;
    for (const pid of left) send(pid, 'SIGKILL');
    await pause(LOOK_MS);
  }
}

function lastOf(log: string): string {
  try {
    return readFileSync(log, 'utf8').slice(-LAST_CHARS);
  } catch {
    return '';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was faster.
  }
}
const killGroup = (pid: number): void => send(-pid, 'SIGKILL');

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * A program of ours with a model in it. A process, not a thread: a thread that is ended while the models' runtime works takes the whole server
 * with it, and so does any fault of native code; a process can be ended at any moment, and calls go on.
 */
export interface Engine<To> {
  readonly processId: number | undefined;
  send(message: To): void;
  /** One without work keeps no program alive. */
  hold(isAtWork: boolean): void;
  /** Resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts a program with the kit; `gone` comes once, with what it said last. */
export function startEngine<To extends object, From>(
  program: URL,
  kit: string,
  on: { message(message: From): void; gone(why: string): void },
): Engine<To> {
  const child = fork(fileURLToPath(program), [kit], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const gone = Promise.withResolvers<void>();
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors = `${errors}${text}`.slice(-4_000)));
  child.on('message', (message) => on.message(message as From));
  const isGone = (why: string) => {
    gone.resolve();
    on.gone(why);
  };
  // Without `exit` when it could not even start; `exit` may come before the last of its errors, `close` does not.
  child.once('error', (error) => (child.pid === undefined ? isGone(error.message) : undefined));
  child.once('close', (code, signal) =>
    isGone(/^\w*Error: .*/m.exec(errors)?.[0] ?? `${signal ?? `exit code ${code}`}`),
  );
  return {
    processId: child.pid,
    // It may have gone a moment ago: then `gone` is on its way.
    send: (message) => void child.send(message, () => undefined),
    hold(isAtWork) {
      if (isAtWork) child.ref();
      else child.unref();
      if (isAtWork) child.channel?.ref();
      else child.channel?.unref();
      const stderr = child.stderr as (typeof child.stderr & { ref(): void; unref(): void }) | null;
      if (isAtWork) stderr?.ref();
      else stderr?.unref();
    },
    async end() {
      this.hold(true);
      child.kill('SIGKILL');
      await gone.promise;
    },
  };
}

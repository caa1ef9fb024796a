import { Failure } from '#shared/failure.ts';

interface Problem {
  message: string;
  stack: string;
}

/** As the contract has them; cut here so that nothing is refused for its length. */
const MESSAGE_MAX = 2_000;
const STACK_MAX = 4_000;
const MAX_A_MINUTE = 10;
const SAME_AGAIN_MS = 600_000;
const MINUTE_MS = 60_000;

/** What is worth telling. A failure the product explains to the user is none, nor is a call the page took back. */
export function problemOf(thrown: unknown): Problem | null {
  if (thrown instanceof Failure) return null;
  if (thrown instanceof Error) {
    if (thrown.name === 'AbortError') return null;
    return {
      message: `${thrown.name}: ${thrown.message}`.slice(0, MESSAGE_MAX),
      stack: (thrown.stack ?? '').slice(0, STACK_MAX),
    };
  }
  // Browsers say this of a harmless coincidence in layout.
  if (typeof thrown === 'string' && (thrown === '' || thrown.startsWith('ResizeObserver loop'))) return null;
  return {
    message: (typeof thrown === 'string' ? thrown : `thrown: ${typeof thrown}`).slice(0, MESSAGE_MAX),
    stack: '',
  };
}

/** Lets a mistake through once in ten minutes, and ten mistakes a minute. */
export function problemGate() {
  const passedAtMs = new Map<string, number>();
  let recentMs: number[] = [];
  return {
    lets({ message, stack }: Problem, nowMs: number): boolean {
      const same = `${message}\n${stack}`;
      const before = passedAtMs.get(same);
      if (before !== undefined && nowMs - before < SAME_AGAIN_MS) return false;
      recentMs = recentMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
      if (recentMs.length >= MAX_A_MINUTE) return false;
      recentMs.push(nowMs);
      passedAtMs.set(same, nowMs);
      for (const [key, atMs] of passedAtMs) if (nowMs - atMs >= SAME_AGAIN_MS) passedAtMs.delete(key);
      return true;
    },
  };
}

import type { Brain, BrainPiece } from '#core/speech/brain.port.ts';
import {
  breakerRule,
  closedBreaker,
  stepBreaker,
  type Breaker,
  type BreakerEvent,
  type BreakerRule,
} from './breaker.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';
import type { StopSignal } from '#core/speech/stop-signal.ts';
import type { Voice } from '#core/speech/voice.port.ts';

/** What falling back needs of the world: the time, and a way to hang up. */
export interface FallbackTools {
  nowMs(): number;
  /** Runs once after a while; the answer calls it off. */
  later(afterMs: number, run: () => void): () => void;
  /** An `AbortController`. */
  abort(): { readonly signal: StopSignal; abort(): void };
}

/** A provider with what is remembered about it. Lives as long as the provider, not as long as a conversation. */
export interface FallbackMember<T> {
  provider: T;
  /** How long its first sign of life may take before the next is asked. */
  firstByteMs: number;
  /** Whether it is worth asking; asking counts. */
  mayAsk(): boolean;
  report(outcome: 'succeeded' | 'failed' | 'abandoned'): void;
}

/** Tells who did the work, and how soon the first of it came. */
export type OnUsed = (name: string, firstByteMs: number) => void;

export function member<T>(
  provider: T,
  firstByteMs: number,
  tools: Pick<FallbackTools, 'nowMs'>,
  rule: BreakerRule = breakerRule,
): FallbackMember<T> {
  let breaker: Breaker = closedBreaker;
  const step = (event: BreakerEvent) => {
    const { state, effects } = stepBreaker(breaker, event, rule);
    breaker = state;
    return effects;
  };
  return {
    provider,
    firstByteMs,
    mayAsk: () => step({ type: 'asked', nowMs: tools.nowMs() })[0]?.type === 'let',
    report: (type) => void step(type === 'succeeded' ? { type } : { type, nowMs: tools.nowMs() }),
  };
}

/** Those worth asking, in their order. The last is asked whatever is known about it: there is nobody after it. */
export function* worthAsking<T>(
  members: readonly FallbackMember<T>[],
): Generator<{ one: FallbackMember<T>; isLast: boolean }> {
  for (const [at, one] of members.entries()) {
    const isLast = at === members.length - 1;
    if (one.mayAsk() || isLast) yield { one, isLast };
  }
}

export const outcomeOf = (problem: unknown): 'failed' | 'abandoned' =>
  problem instanceof SpeechFailure && problem.reason === 'cancelled' ? 'abandoned' : 'failed';
export const asFailure = (problem: unknown): SpeechFailure =>
  problem instanceof SpeechFailure ? problem : new SpeechFailure('garbage', 'unexpected');

interface Attempt {
  signal: StopSignal;
  /** The first sign of life is there: patience is no longer needed. */
  alive(): void;
  /** From now on the next sign of life may take that long. */
  patient(ms: number): void;
  /** Hangs up and forgets the timer. */
  end(): void;
  /** Rejects when the provider is too slow, or nobody waits any longer. */
  over: Promise<never>;
}

/** One provider's turn: ended by whoever asked, or by impatience. */
function attempt(tools: FallbackTools, firstByteMs: number, outer: StopSignal): Attempt {
  const inner = tools.abort();
  let end = (): void => {};
  let alive = (): void => {};
  let patient = (_ms: number): void => {};
  const over = new Promise<never>((_, refuse) => {
    const cancelled = (): void => {
      refuse(new SpeechFailure('cancelled'));
      inner.abort();
    };
    const slow = (): void => {
      refuse(new SpeechFailure('slow'));
      inner.abort();
    };
    let stop = tools.later(firstByteMs, slow);
    alive = () => stop();
    patient = (ms) => {
      stop();
      stop = tools.later(ms, slow);
    };
    if (outer.aborted) cancelled();
    outer.addEventListener('abort', cancelled, { once: true });
    end = () => {
      alive();
      outer.removeEventListener('abort', cancelled);
      inner.abort();
    };
  });
  over.catch(() => {});
  return { signal: inner.signal, alive: () => alive(), patient: (ms) => patient(ms), end: () => end(), over };
}

/** Sound comes faster than it is played: whoever stops for that long in the middle is not waited for. */
export const STALLED_MS = 4_000;

/** One voice of several: the next speaks when one fails before its first sample; after that, somebody would hear a beginning twice. */
export function voiceOf(
  members: readonly FallbackMember<Voice>[],
  tools: FallbackTools,
  onUsed: OnUsed = () => {},
): Voice {
  const timbre = members[0]?.provider.timbre ?? members[0]?.provider.name;
  return {
    name: members.map(({ provider }) => provider.name).join(' > '),
    ...(timbre !== undefined && { timbre }),
    can: {
      languages: [...new Set(members.flatMap(({ provider }) => provider.can.languages))],
      isStreaming: members[0]?.provider.can.isStreaming ?? false,
    },
    async speak(ask, onSamples, signal) {
      let problem = new SpeechFailure('absent');
      for (const { one, isLast } of worthAsking(members)) {
        const turn = attempt(tools, one.firstByteMs, signal);
        const sinceMs = tools.nowMs();
        let [hasBegun, isOver] = [false, false];
        try {
          const spoken = one.provider.speak(
            ask,
            (samples) => {
              if (isOver || turn.signal.aborted) return;
              if (!hasBegun) {
                hasBegun = true;
                onUsed(one.provider.name, tools.nowMs() - sinceMs);
              }
              turn.patient(STALLED_MS);
              onSamples(samples);
            },
            turn.signal,
          );
          await Promise.race([spoken, turn.over]);
          one.report('succeeded');
          return one === members[0] ? undefined : 'substitute';
        } catch (thrown) {
          problem = signal.aborted ? new SpeechFailure('cancelled') : asFailure(thrown);
          one.report(outcomeOf(problem));
          if (hasBegun || isLast || problem.reason === 'cancelled') throw problem;
        } finally {
          isOver = true;
          turn.end();
        }
      }
      throw problem;
    },
    close: async () => {},
  };
}

/** One brain of several: the next answers when one fails before its first piece. */
export function brainOf(
  members: readonly FallbackMember<Brain>[],
  tools: FallbackTools,
  onUsed: OnUsed = () => {},
): Brain {
  return {
    name: members.map(({ provider }) => provider.name).join(' > '),
    isScripted: members.every(({ provider }) => provider.isScripted),
    async *answer(ask, signal) {
      let problem = new SpeechFailure('absent');
      for (const { one, isLast } of worthAsking(members)) {
        const turn = attempt(tools, one.firstByteMs, signal);
        const sinceMs = tools.nowMs();
        let [hasBegun, isEnded] = [false, false];
        try {
          const pieces = one.provider.answer(ask, turn.signal)[Symbol.asyncIterator]();
          try {
            for (;;) {
              const next: IteratorResult<BrainPiece, unknown> = await Promise.race([pieces.next(), turn.over]);
              if (next.done) break;
              if (signal.aborted) throw new SpeechFailure('cancelled');
              if (!hasBegun) {
                hasBegun = true;
                turn.alive();
                onUsed(one.provider.name, tools.nowMs() - sinceMs);
              }
              // Whoever reads may stop after any piece, the last included: that is no fault of the provider.
              if (next.value.type === 'done') isEnded = true;
              yield next.value;
              if (isEnded) break;
            }
          } finally {
            if (!isEnded) void pieces.return?.().catch(() => {});
          }
          if (!isEnded) throw new SpeechFailure('cut');
          return;
        } catch (thrown) {
          problem = signal.aborted ? new SpeechFailure('cancelled') : asFailure(thrown);
          one.report(outcomeOf(problem));
          if (hasBegun || isLast || problem.reason === 'cancelled') throw problem;
        } finally {
          if (isEnded || hasBegun) one.report(isEnded ? 'succeeded' : 'abandoned');
          turn.end();
        }
      }
      throw problem;
    },
    close: async () => {},
  };
}

import type { Ask } from '#core/flow/flow-events.ts';
import type { Brain } from '#core/speech/brain.port.ts';
import { FILLER_MS } from '../core/fillers.ts';
import { openSentences } from '#core/voice/sentences.ts';
import type { Clock } from '#platform/server/clock.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { After } from '#platform/server/timer.ts';
import type { AskListener } from './asks.ts';

/** Whoever says nothing until then has nothing to say: the fallback line sounds within three seconds. */
export const SPEECHLESS_MS = 2_800;
/** One that stopped in the middle is not waited for any longer. */
const STALLED_MS = 8_000;

/**
 * Asks a model, and tells its answer sentence by sentence. An answer that fails, is empty or does not begin in time is told as
 * done without a word: whoever asked has a line for that. The returned function ends it; nothing is told after that.
 */
export function askBrain(
  { brain, clock, after }: { brain: Brain; clock: Clock; after: After },
  { goal, knowledge, tools, turns, language }: Extract<Ask, { what: 'brain' }>,
  listener: AskListener,
): () => void {
  const stop = new AbortController();
  const beganMs = clock.nowMs();
  const sentences = openSentences();
  const spokenSentences: string[] = [];
  let isOver = false;
  let hasBegun = false;
  const stopBridge = after(FILLER_MS, () => listener.takesLong());
  let stopWatch = after(SPEECHLESS_MS, () => finish(true));

  function end(): boolean {
    if (isOver) return false;
    isOver = true;
    stopBridge();
    stopWatch();
    stop.abort();
    return true;
  }

  function finish(failed: boolean): void {
    for (const sentence of isOver || failed ? [] : sentences.rest()) say(sentence);
    if (end()) listener.brainDone(spokenSentences.join(' '), failed);
  }

  function say(sentence: string): void {
    spokenSentences.push(sentence);
    listener.brainSaid(sentence);
  }

  /** The first sign of an answer is what is measured. */
  function begun(): void {
    stopWatch();
    stopWatch = after(STALLED_MS, () => finish(spokenSentences.length === 0));
    if (hasBegun) return;
    hasBegun = true;
    stopBridge();
    listener.addMessage(MessageType.llmTiming, { ms: clock.nowMs() - beganMs, provider: brain.name });
  }

  async function read(): Promise<void> {
    for await (const piece of brain.answer({ goal, knowledge, tools, turns, language }, stop.signal)) {
      if (isOver) return;
      if (piece.type === 'done') return finish(false);
      if (piece.type === 'words' && piece.text.trim() === '' && !hasBegun) continue;
      begun();
      if (piece.type === 'words') for (const sentence of sentences.push(piece.text)) say(sentence);
      else listener.brainCalled({ callId: piece.callId, name: piece.name, input: piece.input });
    }
    finish(false);
  }

  void read().catch(() => {
    // What was said until it broke was said.
    if (!isOver && hasBegun) for (const sentence of sentences.rest()) say(sentence);
    finish(true);
  });
  return () => void end();
}

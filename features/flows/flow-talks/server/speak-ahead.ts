import { firstLines } from '#core/flow/first-lines.ts';
import { openRun } from '#core/flow/run.ts';
import { joinedSamples } from '#core/sound/joined-samples.ts';
import type { Speech } from '#core/speech/speech.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { sentencesOf } from '#core/voice/sentences.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { After } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { KeptPrompts } from './kept-prompts.ts';
import type { PromptCache } from './prompt-cache.ts';
import type { TalkAsk } from './talk.ts';

interface AheadParts {
  speech: Speech;
  prompts: Pick<KeptPrompts, 'find'> | undefined;
  cache: PromptCache;
  clock: Clock;
  after: After;
  log: Pick<World['log'], 'warn'>;
}

/** Whoever takes longer for a few sentences would be too late for the call as well. */
const AHEAD_MS = 30_000;

/**
 * Speaks what a conversation says first, with the values of whoever will be called, and keeps it in the memory of this process: sentences with names
 * in them are nobody else's, and are not stored.
 */
export async function speakAhead(
  { speech, prompts, cache, clock, after, log }: AheadParts,
  {
    tenantId,
    flow,
    caller,
    values,
    language,
    timeZone,
  }: Pick<TalkAsk, 'tenantId' | 'flow' | 'caller' | 'values' | 'language' | 'timeZone'>,
): Promise<boolean> {
  const stop = new AbortController();
  const stopWatch = after(AHEAD_MS, () => stop.abort());
  const run = openRun(flow, {
    caller,
    ...(values && { values }),
    ...(language && { language }),
    ...(timeZone && { timeZone }),
  });

  async function say(voice: Voice, spoken: CustomerLanguage, text: string): Promise<void> {
    const timbre = voice.timbre ?? voice.name;
    if (cache.find(timbre, spoken, text)) return;
    const kept = await prompts?.find(tenantId, timbre, spoken, text).catch(() => null);
    if (kept) return cache.keep(timbre, spoken, text, kept);
    const pieces: Int16Array[] = [];
    const by = await voice.speak(
      { text, language: spoken, voice: null, speed: 1 },
      (samples) => void pieces.push(samples.slice()),
      stop.signal,
    );
    if (by !== 'substitute' && pieces.length > 0) cache.keep(timbre, spoken, text, joinedSamples(pieces));
  }

  try {
    const voices = await speech.of(tenantId, undefined, flow.speech);
    for (const line of firstLines(run, clock.nowMs()))
      // A sound is played in place of the words.
      for (const sentence of line.soundId === null ? sentencesOf(line.text) : [])
        await say(voices.voice(line.language), line.language, sentence);
    return true;
  } catch (problem) {
    log.warn({ err: problem, tenantId }, 'what a flow says first could not be spoken beforehand');
    return false;
  } finally {
    stopWatch();
  }
}

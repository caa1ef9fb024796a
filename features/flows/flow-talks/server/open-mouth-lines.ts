import { SpeechFailure } from '#core/speech/speech-failure.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { MouthLines, MouthLinesListener } from './mouth-lines.ts';
import type { FlowLine } from '#core/flow/flow-events.ts';
import { openPreparedLine } from './prepared-line.ts';
import { openPromptCache } from './prompt-cache.ts';
import { openSpeaker } from './speaker.ts';
import { speakLine, type LineParts } from './spoken-line.ts';
import type { VoiceMouthParts } from './voice-mouth.ts';

type MouthLinesParts = Pick<VoiceMouthParts, 'stream' | 'speech' | 'sounds' | 'cache' | 'kept' | 'clock' | 'report'>;

const SPEECHLESS_LINES = 2;

/** The first sound of each line is timed: 304. */
export function openMouthLines(
  { stream, speech, sounds, cache = openPromptCache(), kept = async () => null, clock, report }: MouthLinesParts,
  { saying, said, allSaid, addMessage, broke }: MouthLinesListener,
): MouthLines {
  const whenDrained: (() => void)[] = [];
  /** Lines in a row that made no sound. */
  let notSpoken = 0;

  const { say, ...speaker } = openSpeaker(stream, {
    saying,
    said,
    allSaid() {
      allSaid();
      resolveDrained();
    },
  });

  function resolveDrained(): void {
    for (const drained of whenDrained.splice(0)) drained();
  }

  function failed(problem: unknown): void {
    const reason = problem instanceof SpeechFailure ? problem.reason : 'broken';
    if (!(problem instanceof SpeechFailure)) report(problem);
    addMessage(MessageType.note, { note: 'notSpoken', reason });
    if (++notSpoken >= SPEECHLESS_LINES || reason === 'absent') broke();
  }

  const partsOf = (line: FlowLine, on: Pick<LineParts, 'began' | 'failed'>): LineParts => ({
    voice: speech.voice(line.language),
    cache,
    kept,
    sounds,
    clock,
    grew: speaker.pump,
    ...on,
  });
  const prepared = openPreparedLine(clock, (line, on) => speakLine(partsOf(line, on), line));

  return {
    ...speaker,
    say(sayId, line, mayInterrupt) {
      function began(ms: number, isCached: boolean): void {
        notSpoken = 0;
        if (sayId !== null && line.soundId === null) addMessage(MessageType.ttsTiming, { ms, isCached });
      }
      say({ sayId, mayInterrupt, open: () => prepared.take(line, { began, failed }) });
    },
    prepare: prepared.make,
    takeBack: prepared.drop,
    drained: () => new Promise((drained) => void (speaker.isBusy() ? whenDrained.push(drained) : drained())),
    close() {
      prepared.drop();
      speaker.drop();
      resolveDrained();
    },
  };
}

import { z } from 'zod';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { isVoicemailGreeting } from '../voicemail-greeting.ts';

const Settings = z.object({ maxMs: z.number().int().min(1_000).max(30_000).default(4_000).meta({ is: 'ms' }) });
type Settings = z.infer<typeof Settings>;
const SPOKE = 'spoke';

/**
 * Finds out who answered: a person, a machine, or nobody. The host listens to the sound; what only machines say decides it before
 * that. Other words do not: a machine's first sentence may be a person's. What it found is what the conversation ends as if nothing more happens (2, 18, 20).
 */
export const detect: NodeKind<Settings> = {
  kind: 'detect',
  trigger: MessageType.voicemailNode,
  group: 'decide',
  icon: 'scan-face',
  settings: Settings,
  waits: true,
  fresh: () => ({ maxMs: 4_000 }),
  branches: () => [{ key: 'human' }, { key: 'voicemail' }, { key: 'silence' }, { key: 'unknown' }],
  enter(turn) {
    turn.listen({ silenceMs: turn.settings.maxMs });
    turn.ask({ what: 'detect', of: 'person', maxMs: turn.settings.maxMs });
  },
  on(turn, event) {
    if (event.type === 'heard') {
      if (isVoicemailGreeting(event.text)) return found(turn, 'voicemail', null);
      if (turn.run.asking === null) return found(turn, 'human', null);
      turn.remember(SPOKE);
      return turn.listen({ silenceMs: turn.settings.maxMs });
    }
    // Who cannot listen to the sound leaves it to the words.
    if (event.type === 'silent' && turn.run.asking === null) return found(turn, 'silence', turn.settings.maxMs);
    if (event.type !== 'answered') return;
    const hasSpoken = turn.memory() === SPOKE;
    if (event.answer.ok && event.answer.what === 'detected') {
      const { person, ms } = event.answer;
      return found(turn, hasSpoken && (person === 'silence' || person === 'unknown') ? 'human' : person, ms);
    }
    turn.addMessage(MessageType.note, { note: 'detectedByWords', why: event.answer.ok ? 'unknown' : event.answer.why });
    if (hasSpoken) return found(turn, 'human', null);
    // Silence may have been told while the sound was still listened to.
    turn.listen({ silenceMs: turn.settings.maxMs });
  },
};

function found(
  turn: NodeTurn<Settings>,
  person: 'human' | 'voicemail' | 'silence' | 'unknown',
  ms: number | null,
): void {
  turn.detected(person);
  turn.addMessage(MessageType.machineDetected, { person, ms });
  if (person === 'voicemail') turn.addMessage(MessageType.voicemailReached);
  if (person !== 'unknown')
    turn.lean(
      { human: AiCallResult.humanVoice, voicemail: AiCallResult.voicemail, silence: AiCallResult.silence }[person],
    );
  turn.leave(person);
}

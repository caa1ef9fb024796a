import { z } from 'zod';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { isVoicemailGreeting } from '../voicemail-greeting.ts';

const Settings = z.object({ maxMs: z.number().int().min(1_000).max(30_000).default(4_000).meta({ is: 'ms' }) });
type Settings = z.infer<typeof Settings>;

/**
 * Finds out who answered: a person, a machine, or nobody. The host listens to the sound; words that are recognised before it has
 * decided decide it. What it found is what the conversation ends as if nothing more happens (2, 18, 20).
 */
export const detect: NodeKind<Settings> = {
  kind: 'detect', trigger: MessageType.voicemailNode, group: 'decide', icon: 'scan-face', settings: Settings, waits: true,
  fresh: () => ({ maxMs: 4_000 }),
  branches: () => [{ key: 'human' }, { key: 'voicemail' }, { key: 'silence' }, { key: 'unknown' }],
  enter(turn) {
    turn.listen({ silenceMs: turn.settings.maxMs });
    turn.ask({ what: 'detect', of: 'person', maxMs: turn.settings.maxMs });
  },
  on(turn, event) {
    if (event.type === 'heard') return found(turn, isVoicemailGreeting(event.text) ? 'voicemail' : 'human', null);
    // Who cannot listen to the sound leaves it to the words.
    if (event.type === 'silent' && turn.run.asking === null) return found(turn, 'silence', turn.settings.maxMs);
    if (event.type !== 'answered') return;
    if (event.answer.ok && event.answer.what === 'detected') return found(turn, event.answer.person, event.answer.ms);
    turn.tell(MessageType.note, { note: 'detectedByWords', why: event.answer.ok ? 'unknown' : event.answer.why });
    // Silence may have been told while the sound was still listened to.
    turn.listen({ silenceMs: turn.settings.maxMs });
  },
};

function found(turn: NodeTurn<Settings>, person: 'human' | 'voicemail' | 'silence' | 'unknown', ms: number | null): void {
  turn.detected(person);
  turn.tell(MessageType.machineDetected, { person, ms });
  if (person === 'voicemail') turn.tell(MessageType.voicemailReached);
  if (person !== 'unknown') turn.lean({ human: AiCallResult.humanVoice, voicemail: AiCallResult.voicemail, silence: AiCallResult.silence }[person]);
  turn.leave(person);
}

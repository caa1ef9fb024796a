import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { Spoken } from './flow.ts';
import type { NodeTurn } from './node-kind.ts';

/**
 * Counts a try that came to nothing: tells silence, says `again` and lets `ask` ask anew; after the last try tells so (300, 301) and leaves
 * by `branch`. A caller who was never heard leaves silence behind as what the conversation ends as.
 */
export function retryQuestion<Settings extends { tries: number; again: Spoken }, Memory extends { triesLeft: number }>(
  turn: NodeTurn<Settings>,
  why: 'silent' | 'other',
  branch: string,
  ask: () => void,
): void {
  const memory = turn.memory<Memory>()!;
  if (why === 'silent') turn.addMessage(MessageType.userSilent);
  if (memory.triesLeft <= 1) {
    turn.addMessage(why === 'silent' ? MessageType.maxSilence : MessageType.maxNotUnderstood, {
      tries: turn.settings.tries,
    });
    if (why === 'silent' && !turn.run.callerTookPart) turn.lean(AiCallResult.silence);
    return turn.leave(branch);
  }
  turn.remember({ ...memory, triesLeft: memory.triesLeft - 1 });
  turn.say(turn.settings.again);
  ask();
}

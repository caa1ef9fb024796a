import { z } from 'zod';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { noWords } from '../fields.ts';
import { Spoken } from '../flow.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { Destination, destinationProblems, transferTo } from '../transfer-to.ts';

const Settings = z.object({
  spoken: Spoken,
  to: Destination,
  timeoutMs: z.number().int().min(5_000).max(600_000).default(60_000).meta({ is: 'ms' }),
});
type Settings = z.infer<typeof Settings>;

/**
 * Hands the caller to somebody: what is said is said first. Whoever answers has the caller and the conversation is over (22); if nobody does, it
 * goes on by `failed`, and ends as a failed transfer (23) unless a later one succeeds.
 */
export const transfer: NodeKind<Settings> = {
  kind: 'transfer',
  trigger: MessageType.transferNode,
  group: 'leave',
  icon: 'phone-forwarded',
  settings: Settings,
  waits: true,
  fresh: () => ({ spoken: noWords(), to: { kind: 'group', groupId: null }, timeoutMs: 60_000 }),
  branches: () => [{ key: 'failed' }],
  problems: ({ to }) => destinationProblems(to, 'to'),
  enter(turn) {
    if (!turn.say(turn.settings.spoken, { mayInterrupt: false })) begin(turn);
  },
  on(turn, event) {
    if (event.type === 'said' && turn.run.asking === null) return begin(turn);
    if (event.type !== 'answered') return;
    turn.addMessage(MessageType.holdEnded);
    if (event.answer.ok) return turn.end(AiCallResult.transferSucceeded, 'handedOver');
    failed(turn, event.answer.why);
  },
};

function begin(turn: NodeTurn<Settings>): void {
  const found = transferTo(turn.run, turn.settings.to);
  turn.addMessage(MessageType.transferAsked, { to: turn.settings.to.kind });
  if ('why' in found) return failed(turn, found.why);
  turn.addMessage(MessageType.holdStarted);
  // Whoever hangs up while waiting was not transferred either.
  turn.lean(AiCallResult.transferFailed);
  turn.ask({ what: 'transfer', to: found.to, timeoutMs: turn.settings.timeoutMs });
}

function failed(turn: NodeTurn<Settings>, why: string): void {
  turn.addMessage(MessageType.transferFailed, { why });
  turn.lean(AiCallResult.transferFailed);
  turn.leave('failed');
}

import { z } from 'zod';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { noWords, wordsMissing } from '../fields.ts';
import { Spoken } from '../flow.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';

const Settings = z.object({
  spoken: Spoken,
  mailbox: z.string().trim().max(60).default('').meta({ is: 'mailbox' }),
  maxMs: z.number().int().min(5_000).max(600_000).default(120_000).meta({ is: 'ms' }),
});
type Settings = z.infer<typeof Settings>;

/** Lets the caller leave a message after the greeting; a key or silence ends it. What follows ends as voicemail (18). */
export const voicemail: NodeKind<Settings> = {
  kind: 'voicemail',
  trigger: MessageType.voicemailNode,
  group: 'leave',
  icon: 'voicemail',
  settings: Settings,
  waits: true,
  fresh: () => ({ spoken: noWords(), mailbox: '', maxMs: 120_000 }),
  branches: () => [{ key: 'done' }, { key: 'failed' }],
  problems: (settings) => [
    ...wordsMissing(settings, 'spoken'),
    ...(settings.mailbox === '' ? [{ text: 'noMailbox', field: 'mailbox' }] : []),
  ],
  enter(turn) {
    if (!turn.say(turn.settings.spoken, { mayInterrupt: false })) begin(turn);
  },
  on(turn, event) {
    if (event.type === 'said' && turn.run.asking === null) return begin(turn);
    if (event.type !== 'answered') return;
    if (event.answer.ok) turn.lean(AiCallResult.voicemail);
    else turn.addMessage(MessageType.note, { note: 'noVoicemail', why: event.answer.why });
    turn.leave(event.answer.ok ? 'done' : 'failed');
  },
};

function begin(turn: NodeTurn<Settings>): void {
  turn.addMessage(MessageType.voicemailReached, { mailbox: turn.settings.mailbox });
  turn.ask({ what: 'voicemail', mailbox: turn.settings.mailbox, maxMs: turn.settings.maxMs });
}

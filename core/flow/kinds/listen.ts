import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { AttrKey, Spoken } from '../flow.ts';
import { intentOf } from '../intent.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';

const Intent = z.object({
  key: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
  name: z.string().trim().min(1).max(60),
  /** What people say when they mean it. */
  examples: z.array(z.string().trim().min(1).max(200)).min(1).max(50),
});

const Settings = z.object({
  spoken: Spoken,
  mayInterrupt: z.boolean().default(true),
  intents: z.array(Intent).max(30),
  /** Where what was said is kept; empty for nowhere. */
  saveAs: z.union([AttrKey, z.literal('')]).default(''),
  silenceMs: z.number().int().min(1_000).max(60_000).default(6_000),
  tries: z.number().int().min(1).max(10).default(3),
  /** Said before asking again. */
  again: Spoken,
});
type Settings = z.infer<typeof Settings>;

interface Memory {
  triesLeft: number;
}

/** Asks, and goes on by what was meant. Without intents anything that is said will do. */
export const listen: NodeKind<Settings> = {
  kind: 'listen', trigger: MessageType.askNode, group: 'talk', icon: 'ear', settings: Settings,
  fresh: () => ({ spoken: { words: {}, sounds: {} }, mayInterrupt: true, intents: [], saveAs: '', silenceMs: 6_000, tries: 3, again: { words: {}, sounds: {} } }),
  branches: ({ intents }) => [...(intents.length === 0 ? [{ key: 'heard' }] : intents.map(({ key, name }) => ({ key, label: name }))), ...(intents.length === 0 ? [] : [{ key: 'other' }]), { key: 'silent' }],
  enter(turn) {
    turn.remember({ triesLeft: turn.settings.tries } satisfies Memory);
    ask(turn);
  },
  on(turn, event) {
    if (event.type === 'silent') {
      turn.tell(MessageType.userSilent);
      return tryAgain(turn, 'silent');
    }
    if (event.type !== 'heard') return;
    const { intents, saveAs } = turn.settings;
    if (intents.length === 0) {
      if (saveAs !== '') turn.set(saveAs, event.text);
      return turn.leave('heard');
    }
    const meant = intentOf(event, intents);
    if (!meant) return tryAgain(turn, 'other');
    turn.tell(MessageType.intentDetected, { intent: meant.key, name: meant.name, score: meant.score });
    if (saveAs !== '') turn.set(saveAs, event.text);
    turn.leave(meant.key);
  },
};

function ask(turn: NodeTurn<Settings>): void {
  const { spoken, mayInterrupt, intents, silenceMs } = turn.settings;
  turn.say(spoken, { mayInterrupt });
  turn.listen({ phrases: intents.flatMap(({ examples }) => examples), silenceMs });
}

function tryAgain(turn: NodeTurn<Settings>, why: 'silent' | 'other'): void {
  const triesLeft = turn.memory<Memory>()!.triesLeft - 1;
  if (triesLeft <= 0) {
    turn.tell(why === 'silent' ? MessageType.maxSilence : MessageType.maxNotUnderstood, { tries: turn.settings.tries });
    return turn.leave(why);
  }
  turn.remember({ triesLeft } satisfies Memory);
  turn.say(turn.settings.again);
  ask(turn);
}

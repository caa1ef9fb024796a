import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { Intent, branchOf, doubled } from '../fields.ts';
import { intentOf } from '../intent.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({ intents: z.array(Intent).min(1).max(30) });

/** Goes by what was meant by what was last heard, without asking again. */
export const intent: NodeKind<z.infer<typeof Settings>> = {
  kind: 'intent',
  trigger: MessageType.intentNode,
  group: 'decide',
  icon: 'brain',
  settings: Settings,
  fresh: () => ({ intents: [{ key: 'yes', name: '', examples: ['yes'] }] }),
  branches: ({ intents }) => [...intents.map(branchOf), { key: 'other' }],
  problems: ({ intents }) => doubled([...intents.map(({ key }) => key), 'other'], 'intents'),
  enter(turn) {
    const { heard } = turn.run;
    const meant = heard && intentOf(heard, turn.settings.intents);
    if (meant) turn.addMessage(MessageType.intentDetected, { intent: meant.key, name: meant.name, score: meant.score });
    turn.leave(meant?.key ?? 'other');
  },
};

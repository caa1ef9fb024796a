import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { noWords, wordsMissing } from '../fields.ts';
import { Spoken } from '../flow.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({ spoken: Spoken, mayInterrupt: z.boolean().default(true) });

/** Says something and goes on. */
export const say: NodeKind<z.infer<typeof Settings>> = {
  kind: 'say',
  trigger: MessageType.sayNode,
  group: 'talk',
  icon: 'message-circle',
  settings: Settings,
  fresh: () => ({ spoken: noWords(), mayInterrupt: true }),
  branches: () => [{ key: 'next' }],
  problems: (settings) => wordsMissing(settings, 'spoken'),
  enter(turn) {
    if (!turn.say(turn.settings.spoken, turn.settings)) turn.leave('next');
  },
  on(turn, event) {
    if (event.type === 'said') turn.leave('next');
  },
};

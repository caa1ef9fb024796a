import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { Spoken } from '../flow.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({ spoken: Spoken });

/** Says goodbye, if there are words for it, and ends the call. */
export const hangUp: NodeKind<z.infer<typeof Settings>> = {
  kind: 'hangUp',
  trigger: MessageType.endNode,
  group: 'leave',
  icon: 'phone-off',
  settings: Settings,
  fresh: () => ({ spoken: { words: {}, sounds: {} } }),
  branches: () => [],
  enter(turn) {
    turn.say(turn.settings.spoken, { mayInterrupt: false });
    turn.end();
  },
};

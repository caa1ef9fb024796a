import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({ ms: z.number().int().min(100).max(60_000).default(1_000).meta({ is: 'ms' }) });

/** Does nothing for a while. Keys pressed meanwhile are for whoever asks next. */
export const wait: NodeKind<z.infer<typeof Settings>> = {
  kind: 'wait',
  trigger: MessageType.waitNode,
  group: 'act',
  icon: 'timer',
  settings: Settings,
  waits: true,
  fresh: () => ({ ms: 1_000 }),
  branches: () => [{ key: 'next' }],
  enter: (turn) => turn.wake(turn.settings.ms),
  on(turn, event) {
    if (event.type === 'timeUp') turn.leave('next');
  },
};

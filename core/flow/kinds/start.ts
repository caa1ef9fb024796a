import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({});

/** Where every conversation begins; a flow has exactly one. */
export const start: NodeKind<z.infer<typeof Settings>> = {
  kind: 'start',
  trigger: MessageType.startNode,
  group: 'talk',
  icon: 'circle-play',
  settings: Settings,
  fresh: () => ({}),
  branches: () => [{ key: 'next' }],
  enter: (turn) => turn.leave('next'),
};

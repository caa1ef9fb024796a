import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { idField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({ flowId: idField('flow').nullable().default(null), comesBack: z.boolean().default(false) });

/** Goes on in another flow with the same values; where it comes back, by `done` when that one ends. */
export const jump: NodeKind<z.infer<typeof Settings>> = {
  kind: 'jump',
  trigger: MessageType.jumpNode,
  group: 'leave',
  icon: 'corner-up-right',
  settings: Settings,
  fresh: () => ({ flowId: null, comesBack: false }),
  branches: ({ comesBack }) => [...(comesBack ? [{ key: 'done' }] : []), { key: 'failed' }],
  problems: ({ flowId }) => (flowId === null ? [{ text: 'noFlow', field: 'flowId' }] : []),
  enter(turn) {
    if (turn.settings.flowId !== null) return turn.ask({ what: 'flow', flowId: turn.settings.flowId });
    turn.leave('failed');
  },
  on(turn, event) {
    if (event.type !== 'answered') return;
    if (event.answer.ok && event.answer.what === 'flow')
      return turn.enterFlow(event.answer.flow, event.answer.name, turn.settings.comesBack);
    turn.addMessage(MessageType.note, { note: 'noFlow', why: event.answer.ok ? 'noFlow' : event.answer.why });
    turn.leave('failed');
  },
};

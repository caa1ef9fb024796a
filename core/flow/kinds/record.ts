import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({ on: z.boolean().default(true) });

/** Begins or pauses the recording of the call, such as around a card number. Goes on whether or not that could be done. */
export const record: NodeKind<z.infer<typeof Settings>> = {
  kind: 'record',
  trigger: MessageType.recordNode,
  group: 'act',
  icon: 'circle-dot',
  settings: Settings,
  fresh: () => ({ on: true }),
  branches: () => [{ key: 'next' }],
  enter: (turn) => turn.ask({ what: 'record', on: turn.settings.on }),
  on(turn, event) {
    if (event.type !== 'answered') return;
    turn.addMessage(
      MessageType.note,
      event.answer.ok
        ? { note: turn.settings.on ? 'recordingOn' : 'recordingOff' }
        : { note: 'recordingUnchanged', why: event.answer.why },
    );
    turn.leave('next');
  },
};

import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { idField, templateField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({
  groupId: idField('group').nullable().default(null),
  number: templateField(100).default('{{callerNumber}}'),
});

/** Keeps the caller's place: somebody of the group calls back. */
export const callback: NodeKind<z.infer<typeof Settings>> = {
  kind: 'callback',
  trigger: MessageType.transferNode,
  group: 'leave',
  icon: 'phone-incoming',
  settings: Settings,
  fresh: () => ({ groupId: null, number: '{{callerNumber}}' }),
  branches: () => [{ key: 'next' }, { key: 'failed' }],
  problems: ({ groupId, number }) => [
    ...(groupId === null ? [{ text: 'noDestination', field: 'groupId' }] : []),
    ...(number.trim() === '' ? [{ text: 'noReceiver', field: 'number' }] : []),
  ],
  enter(turn) {
    const number = turn.fill(turn.settings.number).replace(/[\s().\-/]/g, '');
    if (turn.settings.groupId !== null && /^\+?\d{3,20}$/.test(number))
      return turn.ask({ what: 'callback', groupId: turn.settings.groupId, number });
    turn.tell(MessageType.note, { note: 'noCallback', why: 'noDestination' });
    turn.leave('failed');
  },
  on(turn, event) {
    if (event.type !== 'answered') return;
    turn.tell(
      MessageType.note,
      event.answer.ok ? { note: 'callbackQueued' } : { note: 'noCallback', why: event.answer.why },
    );
    turn.leave(event.answer.ok ? 'next' : 'failed');
  },
};

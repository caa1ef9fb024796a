import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { idField, templateField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';
import { lacksPrefixes, outsideNumber, prefixesField } from '../outside-number.ts';

const Settings = z.object({
  groupId: idField('group').nullable().default(null),
  number: templateField(100).default('{{callerNumber}}'),
  prefixes: prefixesField,
});

/** Keeps the caller's place: somebody of the group calls back. */
export const callback: NodeKind<z.infer<typeof Settings>> = {
  kind: 'callback',
  trigger: MessageType.transferNode,
  group: 'leave',
  icon: 'phone-incoming',
  settings: Settings,
  fresh: () => ({ groupId: null, number: '{{callerNumber}}', prefixes: [] }),
  branches: () => [{ key: 'next' }, { key: 'failed' }],
  problems: (settings) => [
    ...(settings.groupId === null ? [{ text: 'noDestination', field: 'groupId' }] : []),
    ...(settings.number.trim() === '' ? [{ text: 'noReceiver', field: 'number' }] : []),
    ...(lacksPrefixes(settings) ? [{ text: 'noPrefixes', field: 'prefixes' }] : []),
  ],
  enter(turn) {
    const { groupId } = turn.settings;
    const found = outsideNumber(turn.run, turn.settings);
    if (groupId !== null && 'number' in found) return turn.ask({ what: 'callback', groupId, number: found.number });
    turn.addMessage(MessageType.note, { note: 'noCallback', why: 'why' in found ? found.why : 'noDestination' });
    turn.leave('failed');
  },
  on(turn, event) {
    if (event.type !== 'answered') return;
    turn.addMessage(
      MessageType.note,
      event.answer.ok ? { note: 'callbackQueued' } : { note: 'noCallback', why: event.answer.why },
    );
    turn.leave(event.answer.ok ? 'next' : 'failed');
  },
};

import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { idField, templateField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({
  /** Null to send `text`. */
  templateId: idField('smsTemplate').nullable().default(null),
  text: templateField(1_000),
  /** Usually who calls. */
  to: templateField(100).default('{{callerNumber}}'),
});

/** Sends a text message. */
export const sms: NodeKind<z.infer<typeof Settings>> = {
  kind: 'sms',
  trigger: MessageType.smsNode,
  group: 'act',
  icon: 'message-square-text',
  settings: Settings,
  fresh: () => ({ templateId: null, text: '', to: '{{callerNumber}}' }),
  branches: () => [{ key: 'next' }, { key: 'failed' }],
  problems: ({ templateId, text, to }) => [
    ...(templateId === null && text.trim() === '' ? [{ text: 'nothingToSend', field: 'text' }] : []),
    ...(to.trim() === '' ? [{ text: 'noReceiver', field: 'to' }] : []),
  ],
  enter: (turn) =>
    turn.ask({
      what: 'sms',
      templateId: turn.settings.templateId,
      text: turn.write(turn.settings.text),
      to: turn.fill(turn.settings.to),
    }),
  on(turn, event) {
    if (event.type !== 'answered') return;
    if (event.answer.ok)
      turn.tell(MessageType.smsSent, { text: turn.write(turn.settings.text), templateId: turn.settings.templateId });
    else turn.tell(MessageType.note, { note: 'smsNotSent', why: event.answer.why });
    turn.leave(event.answer.ok ? 'next' : 'failed');
  },
};

import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { idField, templateField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';
import { lacksPrefixes, outsideNumber, prefixesField } from '../outside-number.ts';

const Settings = z.object({
  /** Null to send `text`. */
  templateId: idField('smsTemplate').nullable().default(null),
  text: templateField(1_000),
  /** Usually who calls. */
  to: templateField(100).default('{{callerNumber}}'),
  prefixes: prefixesField,
});

/** Sends a text message. */
export const sms: NodeKind<z.infer<typeof Settings>> = {
  kind: 'sms',
  trigger: MessageType.smsNode,
  group: 'act',
  icon: 'message-square-text',
  settings: Settings,
  fresh: () => ({ templateId: null, text: '', to: '{{callerNumber}}', prefixes: [] }),
  branches: () => [{ key: 'next' }, { key: 'failed' }],
  problems: ({ templateId, text, to, prefixes }) => [
    ...(templateId === null && text.trim() === '' ? [{ text: 'nothingToSend', field: 'text' }] : []),
    ...(to.trim() === '' ? [{ text: 'noReceiver', field: 'to' }] : []),
    ...(lacksPrefixes({ number: to, prefixes }) ? [{ text: 'noPrefixes', field: 'prefixes' }] : []),
  ],
  enter(turn) {
    const { templateId, text, to, prefixes } = turn.settings;
    const found = outsideNumber(turn.run, { number: to, prefixes });
    if ('number' in found) return turn.ask({ what: 'sms', templateId, text: turn.write(text), to: found.number });
    turn.addMessage(MessageType.note, { note: 'smsNotSent', why: found.why });
    turn.leave('failed');
  },
  on(turn, event) {
    if (event.type !== 'answered') return;
    if (event.answer.ok)
      turn.addMessage(MessageType.smsSent, {
        text: turn.write(turn.settings.text),
        templateId: turn.settings.templateId,
      });
    else turn.addMessage(MessageType.note, { note: 'smsNotSent', why: event.answer.why });
    turn.leave(event.answer.ok ? 'next' : 'failed');
  },
};

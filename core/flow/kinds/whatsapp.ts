import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { templateField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';
import { lacksPrefixes, outsideNumber, prefixesField } from '../outside-number.ts';

const Settings = z.object({
  /** The name of an approved template; empty to send `text` within an open conversation. */
  template: z.string().trim().max(100).default(''),
  text: templateField(4_000),
  to: templateField(100).default('{{callerNumber}}'),
  prefixes: prefixesField,
});

/** Sends a WhatsApp message. */
export const whatsapp: NodeKind<z.infer<typeof Settings>> = {
  kind: 'whatsapp',
  trigger: MessageType.whatsappNode,
  group: 'act',
  icon: 'message-circle-more',
  settings: Settings,
  fresh: () => ({ template: '', text: '', to: '{{callerNumber}}', prefixes: [] }),
  branches: () => [{ key: 'next' }, { key: 'failed' }],
  problems: ({ template, text, to, prefixes }) => [
    ...(template === '' && text.trim() === '' ? [{ text: 'nothingToSend', field: 'text' }] : []),
    ...(to.trim() === '' ? [{ text: 'noReceiver', field: 'to' }] : []),
    ...(lacksPrefixes({ number: to, prefixes }) ? [{ text: 'noPrefixes', field: 'prefixes' }] : []),
  ],
  enter(turn) {
    const { template, text, to, prefixes } = turn.settings;
    const found = outsideNumber(turn.run, { number: to, prefixes });
    if ('number' in found) return turn.ask({ what: 'whatsapp', template, text: turn.write(text), to: found.number });
    turn.addMessage(MessageType.whatsappFailed, { why: found.why });
    turn.leave('failed');
  },
  on(turn, event) {
    if (event.type !== 'answered') return;
    const { answer } = event;
    const messageId = answer.ok && answer.what === 'done' ? answer.messageId : undefined;
    turn.addMessage(
      answer.ok ? MessageType.whatsappSent : MessageType.whatsappFailed,
      answer.ok
        ? { text: turn.write(turn.settings.text), ...(messageId !== undefined && { messageId }) }
        : { why: answer.why },
    );
    turn.leave(answer.ok ? 'next' : 'failed');
  },
};

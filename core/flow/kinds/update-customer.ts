import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { templateField } from '../fields.ts';
import type { NodeKind, NodeTurn } from '../node-kind.ts';
import { customerFieldName } from './customer-field.ts';

const Settings = z.object({
  fields: z
    .array(z.object({ field: customerFieldName, value: templateField(2_000) }))
    .min(1)
    .max(30),
});
type Settings = z.infer<typeof Settings>;

/** Writes into fields of the customer. Goes on whether or not that could be done. */
export const updateCustomer: NodeKind<Settings> = {
  kind: 'updateCustomer',
  trigger: MessageType.variableNode,
  group: 'act',
  icon: 'user-pen',
  settings: Settings,
  fresh: () => ({ fields: [{ field: 'note', value: '' }] }),
  branches: () => [{ key: 'next' }],
  enter: (turn) => turn.ask({ what: 'updateCustomer', fields: written(turn) }),
  on(turn, event) {
    if (event.type !== 'answered') return;
    if (event.answer.ok) turn.learn({ fields: { ...turn.run.caller.fields, ...written(turn) } });
    turn.addMessage(
      MessageType.note,
      event.answer.ok
        ? { note: 'customerUpdated', fields: turn.settings.fields.map(({ field }) => field) }
        : { note: 'customerNotUpdated', why: event.answer.why },
    );
    turn.leave('next');
  },
};

const written = (turn: NodeTurn<Settings>): Record<string, string> =>
  Object.fromEntries(turn.settings.fields.map(({ field, value }) => [field, turn.fill(value)]));

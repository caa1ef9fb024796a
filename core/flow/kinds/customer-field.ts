import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { Comparison, isSo, needsNothing } from '../compare.ts';
import { templateField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

/** A field every customer has, or `custom:<id>`. */
export const customerFieldName = z
  .string()
  .regex(/^(?:[a-z_]{1,40}|custom:\d{1,15})$/)
  .meta({ is: 'customerField' });
const Settings = z.object({ field: customerFieldName, is: Comparison, than: templateField(500).default('') });

/** Goes by a field of the customer; one who is not known has none. */
export const customerField: NodeKind<z.infer<typeof Settings>> = {
  kind: 'customerField',
  trigger: MessageType.conditionNode,
  group: 'decide',
  icon: 'user-search',
  settings: Settings,
  fresh: () => ({ field: 'full_name', is: 'isNotEmpty', than: '' }),
  branches: () => [{ key: 'yes' }, { key: 'no' }],
  problems: ({ is, than }) =>
    !needsNothing(is) && is !== 'is' && is !== 'isNot' && than.trim() === ''
      ? [{ text: 'nothingToCompare', field: 'than' }]
      : [],
  enter(turn) {
    const { field, is, than } = turn.settings;
    const { fields } = turn.run.caller;
    turn.leave(isSo(Object.hasOwn(fields, field) ? fields[field] : undefined, is, turn.fill(than)) ? 'yes' : 'no');
  },
};

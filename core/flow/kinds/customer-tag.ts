import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { idField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({
  tagIds: z.array(idField('tag')).max(50),
  how: z.enum(['any', 'all', 'none']).default('any'),
});

/** Goes by the tags of the customer. */
export const customerTag: NodeKind<z.infer<typeof Settings>> = {
  kind: 'customerTag',
  trigger: MessageType.conditionNode,
  group: 'decide',
  icon: 'tag',
  settings: Settings,
  fresh: () => ({ tagIds: [], how: 'any' }),
  branches: () => [{ key: 'yes' }, { key: 'no' }],
  problems: ({ tagIds }) => (tagIds.length === 0 ? [{ text: 'noTags', field: 'tagIds' }] : []),
  enter(turn) {
    const { tagIds, how } = turn.settings;
    const has = (id: number): boolean => turn.run.caller.tagIds.includes(id);
    turn.leave(
      (how === 'all' ? tagIds.every(has) : how === 'any' ? tagIds.some(has) : !tagIds.some(has)) ? 'yes' : 'no',
    );
  },
};

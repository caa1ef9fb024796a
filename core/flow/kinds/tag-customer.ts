import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { idField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({
  how: z.enum(['add', 'remove', 'replace', 'clear']).default('add'),
  tagIds: z.array(idField('tag')).max(50),
});
const messageTypes = {
  add: MessageType.tagAdded,
  remove: MessageType.tagRemoved,
  replace: MessageType.tagReplaced,
  clear: MessageType.tagsCleared,
} as const;

/** Gives the customer tags, takes them, replaces or clears them all. Goes on whether or not that could be done. */
export const tagCustomer: NodeKind<z.infer<typeof Settings>> = {
  kind: 'tagCustomer',
  trigger: MessageType.tagNode,
  group: 'act',
  icon: 'tags',
  settings: Settings,
  fresh: () => ({ how: 'add', tagIds: [] }),
  branches: () => [{ key: 'next' }],
  problems: ({ how, tagIds }) => (tagIds.length === 0 && how !== 'clear' ? [{ text: 'noTags', field: 'tagIds' }] : []),
  enter(turn) {
    const { how, tagIds } = turn.settings;
    const has = turn.run.caller.tagIds;
    const add = how === 'add' || how === 'replace' ? tagIds : [];
    const remove =
      how === 'remove'
        ? tagIds
        : how === 'clear'
          ? has
          : how === 'replace'
            ? has.filter((id) => !tagIds.includes(id))
            : [];
    turn.ask({ what: 'tag', add, remove });
  },
  on(turn, event) {
    if (event.type !== 'answered') return;
    const { how, tagIds } = turn.settings;
    if (event.answer.ok) {
      const others = turn.run.caller.tagIds.filter((id) => !tagIds.includes(id));
      turn.learn({
        tagIds: how === 'add' ? [...others, ...tagIds] : how === 'remove' ? others : how === 'replace' ? tagIds : [],
      });
      turn.addMessage(messageTypes[how], { tagIds });
    } else turn.addMessage(MessageType.note, { note: 'notTagged', why: event.answer.why });
    turn.leave('next');
  },
};

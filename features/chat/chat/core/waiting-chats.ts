import type { InboxConversation } from './inbox-types.ts';

type Waits = Pick<InboxConversation, 'id' | 'last_at' | 'unread' | 'unanswered_since' | 'react_by' | 'answer_by'>;

/** By when something is to be done about it; what nobody promised a time for comes after. */
const dueBy = ({ react_by: reactBy, answer_by: answerBy }: Waits): string => reactBy ?? answerBy ?? '9999';
const owed = ({ react_by: reactBy, unanswered_since: since, unread }: Waits): boolean =>
  reactBy !== null || since !== null || unread > 0;

/** My conversations, the most urgent first: those that wait for me by what is due, then those that do not, the newest first. */
export const waitingChats = <C extends Waits>(mine: readonly C[]): C[] =>
  mine.toSorted(
    (a, b) =>
      Number(owed(b)) - Number(owed(a)) ||
      (owed(a) ? dueBy(a).localeCompare(dueBy(b)) : 0) ||
      b.last_at.localeCompare(a.last_at) ||
      a.id - b.id,
  );

import type { PhoneWarning } from '#core/phone/phone-events.ts';
import { text, textOf } from '#platform/web/i18n.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { DeskShow } from './desk-show.ts';

const wordOf = (status: AgentStatus): string => text(AgentStatus.row(status).key);
const warning = (words: string, id: string): DeskShow => ({
  kind: 'toast',
  toast: { tone: 'warning', text: words, id: `softphone.${id}` },
});

/** What the agent is told about their status. */
export const statusNotices = {
  changedBy: (name: string, status: AgentStatus): DeskShow =>
    warning(text('notice.statusChangedBy', { name, status: wordOf(status) }), 'changedBy'),
  obstacle: (why: PhoneWarning): DeskShow => warning(textOf(why), why),
  /** The choice holds after the call. */
  heldForLater: (status: AgentStatus): DeskShow =>
    warning(text('softphone.desk.nextStatus', { status: wordOf(status) }), 'status'),
  /** The choice cannot hold now; the agent says whether it shall later. */
  offerForLater: (why: PhoneWarning, status: AgentStatus): DeskShow => ({
    kind: 'offerNext',
    why: textOf(why),
    status,
  }),
  switched: (status: AgentStatus): DeskShow => ({
    kind: 'toast',
    toast: {
      tone: 'success',
      text: text('notice.statusSwitched', { status: wordOf(status) }),
      id: 'softphone.status',
    },
  }),
};

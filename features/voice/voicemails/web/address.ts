import { mailboxOf } from '#core/call/mailbox.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { messageStates, type MessageState, type VoicemailFilter } from '../contract.ts';

/** What the page shows, as its address says. Empty: everything. */
interface Shown {
  box: string;
  state: MessageState | '';
  from: string;
  to: string;
  message: number | null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const day = (text: string | null): string => (text && DAY.test(text) ? text : '');

/** A link to what is shown shows it again, and Back closes an open message. */
export function useShown(): [Shown, (change: Partial<Shown>) => void] {
  const [query, setQuery] = useAddressQuery();
  const message = Number(query.get('message'));
  const shown: Shown = {
    box: query.get('box') ?? '',
    state: messageStates.find((one) => one === query.get('state')) ?? '',
    from: day(query.get('from')),
    to: day(query.get('to')),
    message: Number.isSafeInteger(message) && message > 0 ? message : null,
  };
  const show = (change: Partial<Shown>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, String(value));
          else next.delete(name);
        }
        return next;
      },
      { replace: change.message === undefined || shown.message !== null, preventScrollReset: true },
    );
  return [shown, show];
}

export const filterOf = ({ box, state, from, to }: Shown): VoicemailFilter => ({
  ...(box ? { box: mailboxOf(box) } : {}),
  ...(state ? { state } : {}),
  ...(from ? { startDate: from } : {}),
  ...(to ? { endDate: to } : {}),
});

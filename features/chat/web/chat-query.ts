import { useSearchParams } from 'react-router';
import type { ListQuery } from '#core/chat/inbox-types.ts';

/** What the address says: which list, which conversation, which message of it. */
export interface ChatAddress {
  query: ListQuery;
  id: number | null;
  around: number | undefined;
}

export const filters = ['mine', 'waiting', 'team', 'closed'] as const;
const numberOf = (value: string | null): number | null => (value && /^\d{1,15}$/.test(value) ? Number(value) : null);

/** Reads and changes the address; what is left out stays. */
export function useChatAddress(): [ChatAddress, (change: Partial<{ filter: ListQuery['filter']; unread: boolean; words: string; id: number | null; no: number | null }>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = filters.find((one) => one === params.get('list')) ?? 'mine';
  const address: ChatAddress = { query: { filter, unread: params.get('unread') === '1', words: params.get('q') ?? '' }, id: numberOf(params.get('id')), around: numberOf(params.get('no')) ?? undefined };
  const change: ReturnType<typeof useChatAddress>[1] = (wish) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
      if (wish.filter !== undefined) set('list', wish.filter === 'mine' ? '' : wish.filter);
      if (wish.unread !== undefined) set('unread', wish.unread ? '1' : '');
      if (wish.words !== undefined) set('q', wish.words);
      if (wish.id !== undefined) set('id', String(wish.id ?? ''));
      if (wish.id !== undefined || wish.no !== undefined) set('no', String(wish.no ?? ''));
      return next;
    }, { replace: true });
  return [address, change];
}

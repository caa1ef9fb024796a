import { useAddressQuery } from '#platform/web/navigation.tsx';
import type { InboxQuery } from '../core/inbox-types.ts';

/** What the address says: which list, which conversation, which message of it. */
export interface ChatAddress {
  query: InboxQuery;
  id: number | null;
  around: number | undefined;
}

export const filters = ['mine', 'waiting', 'team', 'closed'] as const;
const numberOf = (value: string | null): number | null => (value && /^\d{1,15}$/.test(value) ? Number(value) : null);

/** What a list can be narrowed to besides; names of the address and of the query. */
export const narrowings = { channel: 'channel_id', group: 'group_id', agent: 'agent_id' } as const;
export type Narrowing = keyof typeof narrowings;

/** What is left out stays; null takes it away. */
export type ChatAddressChange = Partial<
  { filter: InboxQuery['filter']; unread: boolean; words: string; id: number | null; no: number | null } & Record<
    Narrowing,
    number | null
  >
>;

/** Two lists that show the same. */
export const isSameList = (a: InboxQuery, b: InboxQuery): boolean =>
  a.filter === b.filter &&
  a.unread === b.unread &&
  a.words === b.words &&
  Object.values(narrowings).every((name) => a[name] === b[name]);

/** Reads and changes the address. */
export function useChatAddress(): [ChatAddress, (change: ChatAddressChange) => void] {
  const [params, setParams] = useAddressQuery();
  const filter = filters.find((one) => one === params.get('list')) ?? 'mine';
  const narrowed = Object.fromEntries(
    Object.entries(narrowings)
      .map(([name, field]) => [field, numberOf(params.get(name))])
      .filter(([, id]) => id !== null),
  ) as Pick<InboxQuery, 'channel_id' | 'group_id' | 'agent_id'>;
  const address: ChatAddress = {
    query: { filter, unread: params.get('unread') === '1', words: params.get('q') ?? '', ...narrowed },
    id: numberOf(params.get('id')),
    around: numberOf(params.get('no')) ?? undefined,
  };
  const change: ReturnType<typeof useChatAddress>[1] = (wish) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
        if (wish.filter !== undefined) set('list', wish.filter === 'mine' ? '' : wish.filter);
        if (wish.unread !== undefined) set('unread', wish.unread ? '1' : '');
        if (wish.words !== undefined) set('q', wish.words);
        for (const name of Object.keys(narrowings) as Narrowing[])
          if (wish[name] !== undefined) set(name, String(wish[name] ?? ''));
        if (wish.id !== undefined) set('id', String(wish.id ?? ''));
        if (wish.id !== undefined || wish.no !== undefined) set('no', String(wish.no ?? ''));
        return next;
      },
      { replace: true },
    );
  return [address, change];
}

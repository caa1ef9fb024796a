import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Failure } from '#shared/failure.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate, keyOf } from '#platform/web/use-endpoint.ts';
import { customersApi, type Customer, type CustomerWish } from '../contract.ts';
import { changesIn, fieldText } from './change-words.ts';

const older = [customersApi.list, customersApi.myList, customersApi.timeline, customersApi.duplicates];

/** Saves a part of a customer by itself; `back` is what undoes it. Saves of one customer wait for one another. */
export type SaveCustomer = (wish: CustomerWish, back?: CustomerWish) => Promise<boolean>;

export function useSaveCustomer(customer: Pick<Customer, 'id' | 'version'>): SaveCustomer {
  const client = useQueryClient();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { id } = customer;
  const save: SaveCustomer = (wish, back) => {
    const work = last.current.then(() => write(client, customer, wish));
    last.current = work;
    return work.then((saved) => {
      if (saved)
        toast({
          tone: 'success',
          id: `saved ${id}`,
          text: text('ui.saved'),
          ...(back ? { action: { text: text('customers.undo'), run: () => void save(back) } } : {}),
        });
      return saved;
    });
  };
  return save;
}

/** The version is the one on the page: what somebody else changed meanwhile is told, not overwritten. */
async function write(
  client: QueryClient,
  { id, version }: Pick<Customer, 'id' | 'version'>,
  wish: CustomerWish,
): Promise<boolean> {
  const shown = client.getQueryData<Customer>(keyOf(customersApi.get, { id }));
  try {
    const saved = await call(customersApi.update, { id, version: shown?.version ?? version, ...wish });
    client.setQueryData(keyOf(customersApi.get, { id }), saved);
    void Promise.all(older.map((one) => invalidate(one, undefined, client)));
    return true;
  } catch (error) {
    if (error instanceof Failure && error.name === 'stale') await toastWhoChanged(client, id);
    else handleFailure(error);
    return false;
  }
}

async function toastWhoChanged(client: QueryClient, id: number): Promise<void> {
  await invalidate(customersApi.get, undefined, client);
  const entry = await call(customersApi.timeline, { id, kinds: ['change'], size: 1 }).then(
    ({ list }) => list[0],
    () => undefined,
  );
  const fields = entry
    ? changesIn(entry.body)
        .map(({ field }) => fieldText(field, []))
        .join(', ')
    : '';
  toast({
    tone: 'warning',
    id: `stale ${id}`,
    text: entry?.who && fields ? text('customers.staleBy', { who: entry.who, fields }) : text('customers.stale'),
  });
}

import { Button, Chip } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { customersApi } from '../../contract.ts';
import { aiCallsOf, EntryOfKind } from './timeline-entries.tsx';

const kinds = ['call', 'note', 'ai', 'chat', 'sms', 'follow', 'change'] as const;
type Kind = (typeof kinds)[number];

/** Everything that happened with a customer, the newest first. */
export function CustomerTimeline({ id }: { id: number }) {
  const t = useText();
  const can = useCan();
  const [wanted, setWanted] = useState<Kind[]>([]);
  const asked = { id, ...(wanted.length > 0 ? { kinds: wanted } : {}) };
  const pages = useInfiniteQuery({
    queryKey: keyOf(customersApi.timeline, asked),
    queryFn: ({ pageParam, signal }) =>
      call(customersApi.timeline, { ...asked, ...(pageParam ? { before: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { handled: true },
  });
  const entries = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const offered = kinds.filter(
    (kind) =>
      (kind !== 'follow' || can('follow-records.use')) &&
      (kind !== 'sms' || can('sms.use')) &&
      (kind !== 'chat' || can('chat.use')),
  );
  return (
    <section className="customer-timeline" aria-label={t('customers.timeline')}>
      <header>
        <h3>{t('customers.timeline')}</h3>
        <Link to={aiCallsOf(id)}>{t('customers.aiCalls')}</Link>
        <div className="timeline-kinds">
          <Chip.Group multiple value={wanted} onChange={(next) => setWanted(next as Kind[])}>
            {offered.map((kind) => (
              <Chip key={kind} size="xs" value={kind}>
                {t(`customers.kind.${kind}`)}
              </Chip>
            ))}
          </Chip.Group>
        </div>
      </header>
      {pages.isError && entries.length === 0 ? (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      ) : pages.isPending ? (
        <LoadingLines lines={5} />
      ) : entries.length === 0 ? (
        <EmptyState icon={<History size={22} />} title={t('customers.noTimeline')} />
      ) : (
        <ol>
          {entries.map((entry) => (
            <EntryOfKind key={entry.key} entry={entry} customerId={id} />
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('customers.older')}
        </Button>
      )}
    </section>
  );
}

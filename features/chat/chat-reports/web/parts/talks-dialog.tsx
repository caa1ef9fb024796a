import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '#platform/web/call.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { chatReportsApi, type ReportFilter, type ReportedTalk, type talkSorts } from '../../contract.ts';

/** Which conversations, and what they are called. */
export interface TalksWanted {
  filter: ReportFilter & { start?: string; end?: string };
  only: (typeof talkSorts)[number];
  name: string;
}

/** The conversations behind a figure. Whoever may look into chats opens them from here. */
export default function TalksDialog({
  wanted,
  opened,
  onClose,
}: {
  wanted: TalksWanted;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const input = { ...wanted.filter, only: wanted.only };
  const pages = useInfiniteQuery({
    queryKey: keyOf(chatReportsApi.conversations, input),
    queryFn: ({ signal, pageParam }) =>
      call(chatReportsApi.conversations, { ...input, ...(pageParam ? { after: pageParam } : {}) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.id : undefined),
    enabled: opened,
    meta: { handled: true },
  });
  const talks = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Dialog title={t('chat-reports.talks.title', { what: wanted.name })} size={960} opened={opened} onClose={onClose}>
      {pages.isPending ? (
        <LoadingLines lines={6} />
      ) : pages.isError ? (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      ) : talks.length === 0 ? (
        <EmptyState title={t('chat-reports.talks.empty')} />
      ) : (
        <TalkTable talks={talks} />
      )}
      {pages.hasNextPage && (
        <div className="report-more">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('chat-reports.talks.more')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function TalkTable({ talks }: { talks: readonly ReportedTalk[] }) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const mayOpen = can('chat.supervise') && can('chat.use');
  const nameOf = ({ name, visitor_id: id }: ReportedTalk) => name || t('chat-reports.visitor', { id });
  return (
    <div className="table-scroll report-talks">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chat-reports.column.begun')}</th>
            <th scope="col">{t('chat-reports.column.visitor')}</th>
            <th scope="col">{t('chat-reports.column.channel')}</th>
            <th scope="col">{t('chat-reports.column.agent')}</th>
            <th scope="col" data-align="end">
              {t('chat-reports.figure.wait')}
            </th>
            <th scope="col" data-align="end">
              {t('chat-reports.figure.answer')}
            </th>
            <th scope="col" data-align="end">
              {t('chat-reports.figure.handle')}
            </th>
            <th scope="col">{t('chat-reports.figure.rating')}</th>
          </tr>
        </thead>
        <tbody>
          {talks.map((talk) => (
            <tr key={talk.id}>
              <td className="figures">{format.dateTime(talk.begun_at)}</td>
              <td>
                {mayOpen ? (
                  <Link
                    to={`/interactive/chat?id=${talk.id}${talk.state === 'closed' ? '&list=closed' : '&list=team'}`}
                    title={t('chat-reports.talks.open')}
                  >
                    {nameOf(talk)}
                  </Link>
                ) : (
                  nameOf(talk)
                )}
              </td>
              <td>
                {talk.channel_name}
                <small className="report-ninety">{talk.group_name}</small>
              </td>
              <td>
                {talk.agent_name || '–'}
                {talk.state !== 'closed' && (
                  <small className="report-ninety">{t(`chat-reports.state.${talk.state}`)}</small>
                )}
              </td>
              <td data-align="end" className="figures">
                {duration(talk.waitSec)}
              </td>
              <td data-align="end" className="figures">
                {duration(talk.answerSec)}
              </td>
              <td data-align="end" className="figures">
                {duration(talk.handleSec)}
              </td>
              <td title={talk.rating_note || undefined}>{talk.rating === null ? '–' : '★'.repeat(talk.rating)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { Pages } from '#platform/web/ui/pages.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { announcementsApi, type Announcement } from '../../contract.ts';
import { titleOf } from './announcement-columns.tsx';
import './reader-list.css';

const SIZE = 20;
type Choice = 'everyone' | 'read' | 'unread';

/** Who has read an announcement and when, and who has not. */
export function ReaderList({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const [choice, setChoice] = useState<Choice>('everyone');
  const [page, setPage] = useState(1);
  const input = {
    id: announcement.id,
    page,
    size: SIZE,
    ...(choice === 'everyone' ? {} : { has_read: choice === 'read' ? 'true' : 'false' }),
  };
  const { data, error, refetch } = useEndpoint(announcementsApi.readers, input, {
    keepPrevious: true,
    handlesFailures: true,
  });
  const choices = (['everyone', 'read', 'unread'] as const).map((value) => ({
    value,
    label: t(`announcements.readers.${value}`),
  }));
  const pages = Math.ceil((data?.total ?? 0) / SIZE);
  return (
    <Dialog opened onClose={onClose} size={520} title={t('announcements.readers.title')}>
      <p className="readers-of">{titleOf(announcement)}</p>
      <SegmentedControl
        fullWidth
        aria-label={t('announcements.readers.title')}
        data={choices}
        value={choice}
        onChange={(value) => {
          setChoice(value as Choice);
          setPage(1);
        }}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className="readers-loading">
          <LoadingLines lines={5} />
        </div>
      )}
      {data?.total === 0 && (
        <EmptyState title={t('announcements.readers.empty')} hint={t('announcements.readers.emptyHint')} />
      )}
      {data && data.total > 0 && (
        <table className="readers">
          <thead>
            <tr>
              <th scope="col">{t('announcements.readers.name')}</th>
              <th scope="col">{t('announcements.readers.at')}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((reader) => (
              <tr key={reader.userId}>
                <td>{reader.name}</td>
                <td data-missing={reader.readAt === null || undefined}>
                  {reader.readAt === null ? t('announcements.readers.notYet') : format.dateTime(reader.readAt)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pages mt="md" pages={pages} page={page} onPage={setPage} />
    </Dialog>
  );
}

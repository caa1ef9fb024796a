import { Button, Select } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { announcementStatuses } from '../core/announcement-status.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { announcementsApi, type Announcement } from '../contract.ts';
import { AnnouncementEditor } from './parts/announcement-editor.tsx';
import { titleOf, useAnnouncementColumns } from './parts/announcement-columns.tsx';
import { ReaderList } from './parts/reader-list.tsx';

const filters = { status: '', keyword: '' } as const;

/** Where managers write announcements and see who has read them. */
export default function AnnouncementsPage() {
  const t = useText();
  const state = useTableState('announcements', { filters });
  const [edited, setEdited] = useState<Announcement | 'new' | null>(null);
  const [counted, setCounted] = useState<Announcement | null>(null);
  const { status, keyword } = state.filters;
  const chosen = announcementStatuses.find((each) => each === status);
  const answer = useEndpoint(
    announcementsApi.page,
    { page: state.page, size: state.size, ...(chosen ? { status: chosen } : {}), ...(keyword ? { keyword } : {}) },
    { keepPrevious: true, handlesFailures: true },
  );
  const remove = useCommand(announcementsApi.remove, {
    invalidates: [announcementsApi.page, announcementsApi.effect],
    done: 'announcements.removed',
  });

  async function askAndRemove(row: Announcement): Promise<void> {
    const yes = await confirm({
      title: t('announcements.removeTitle'),
      body: t('announcements.removeText', { title: titleOf(row) }),
      yes: t('announcements.remove'),
      danger: true,
    });
    if (yes) remove.mutate({ id: row.id });
  }

  const columns = useAnnouncementColumns({
    onEdit: setEdited,
    onRemove: (row) => void askAndRemove(row),
    onReaders: setCounted,
  });
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('announcements.add')}
    </Button>
  );
  const choices = [
    { value: '', label: t('announcements.anyStatus') },
    ...announcementStatuses.map((value) => ({ value: value as string, label: t(`announcements.status.${value}`) })),
  ];
  return (
    <Page>
      <DataTable
        label={t('announcements.title')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={(row) => row.id}
        onOpen={setEdited}
        filters={
          <>
            <SearchField
              label={t('announcements.keyword')}
              value={keyword}
              onChange={(next) => state.setFilters({ keyword: next })}
            />
            <Select
              w={150}
              aria-label={t('announcements.status')}
              data={choices}
              value={chosen ?? ''}
              onChange={(next) => state.setFilters({ status: next ?? '' })}
            />
          </>
        }
        actions={add}
        empty={{ title: t('announcements.empty'), hint: t('announcements.emptyHint'), action: add }}
      />
      {edited && <AnnouncementEditor announcement={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {counted && <ReaderList announcement={counted} onClose={() => setCounted(null)} />}
    </Page>
  );
}

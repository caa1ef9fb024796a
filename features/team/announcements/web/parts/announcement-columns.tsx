import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { AnnouncementStatus } from '../../core/announcement-status.ts';
import { announcementLanguage } from '../../core/announcement-text.ts';
import type { Tone } from '#shared/codes.ts';
import { useFormat } from '#platform/web/format.ts';
import { language, text, useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { Announcement } from '../../contract.ts';
import './announcement-columns.css';

const tones: Record<AnnouncementStatus, Tone> = { scheduled: 'violet', inEffect: 'green', ended: 'grey' };

/** What a list calls it: its title, else the beginning of its text. */
export function titleOf(row: Announcement): string {
  const shown = announcementLanguage(language(), { en: row.content_en, cn: row.content_cn });
  const title = shown === 'en' ? row.title_en || row.title_cn : row.title_cn || row.title_en;
  return title || beginningOf(row) || text('announcements.untitled');
}

function beginningOf(row: Announcement): string {
  const shown = announcementLanguage(language(), { en: row.content_en, cn: row.content_cn });
  return (shown === 'en' ? row.content_en : row.content_cn).split('\n')[0]!.slice(0, 120);
}

interface Deeds {
  onEdit: (row: Announcement) => void;
  onRemove: (row: Announcement) => void;
  onReaders: (row: Announcement) => void;
}

/** A click on a button in a row is not a click on the row. */
const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

/** The columns of the managers' list. */
export function useAnnouncementColumns({ onEdit, onRemove, onReaders }: Deeds): Column<Announcement>[] {
  const t = useText();
  const format = useFormat();
  const audience = (row: Announcement) =>
    row.role_ids.length === 0
      ? t('announcements.everyone')
      : row.role_names.length > 0
        ? format.list(row.role_names)
        : t('announcements.goneRoles');
  const time = (row: Announcement) =>
    row.ends_at === null
      ? t('announcements.from', { from: format.dateTime(row.starts_at) })
      : t('announcements.fromTo', { from: format.dateTime(row.starts_at), to: format.dateTime(row.ends_at) });
  return [
    {
      id: 'announcement',
      header: t('announcements.column.announcement'),
      required: true,
      card: 'title',
      width: 300,
      cell: (row) => (
        <span className="announcement-cell">
          <b>{titleOf(row)}</b>
          {beginningOf(row) !== titleOf(row) && <small>{beginningOf(row)}</small>}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('announcements.status'),
      width: 120,
      cell: (row) => (
        <Badge look="dot" tone={tones[row.status]}>
          {t(`announcements.status.${row.status}`)}
        </Badge>
      ),
    },
    { id: 'audience', header: t('announcements.column.audience'), width: 160, cell: audience },
    { id: 'time', header: t('announcements.column.time'), width: 310, cell: time },
    {
      id: 'readers',
      header: t('announcements.column.readers'),
      width: 120,
      cell: (row) => (
        <UnstyledButton
          className="announcement-readers"
          aria-label={t('announcements.showReaders', { read: row.readers, all: row.audience })}
          onClick={only(() => onReaders(row))}
        >
          {t('announcements.readersOf', { read: format.number(row.readers), all: format.number(row.audience) })}
        </UnstyledButton>
      ),
    },
    { id: 'by', header: t('announcements.column.by'), width: 140, hidden: true, cell: (row) => row.created_by },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 104,
      align: 'end',
      cell: (row) => (
        <Group gap={0} wrap="nowrap" justify="flex-end">
          <ActionIcon
            data-hint={t('ui.edit')}
            aria-label={t('announcements.editNamed', { title: titleOf(row) })}
            onClick={only(() => onEdit(row))}
          >
            <Pencil size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            data-hint={t('ui.delete')}
            aria-label={t('announcements.removeNamed', { title: titleOf(row) })}
            onClick={only(() => onRemove(row))}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </Group>
      ),
    },
  ];
}

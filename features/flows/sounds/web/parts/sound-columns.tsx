import { ActionIcon, Anchor, Group } from '@mantine/core';
import { AudioLines, FileUp, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { UploadedSound } from '../../contract.ts';

/** What can be done with a sound of the list. */
export interface SoundDeeds {
  playing: string | null;
  onListen: (row: UploadedSound) => void;
  onUses: (row: UploadedSound) => void;
  /** Null for those who may only listen. */
  change: {
    onEdit: (row: UploadedSound) => void;
    onReplace: (row: UploadedSound) => void;
    onDelete: (row: UploadedSound) => void;
  } | null;
}

/** A click on a button in a row is not a click on the row. */
const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

export const playedAs = ({ id }: Pick<UploadedSound, 'id'>): string => `sound ${id}`;

/** The columns of the list. */
export function useSoundColumns({ playing, onListen, onUses, change }: SoundDeeds): Column<UploadedSound>[] {
  const t = useText();
  const format = useFormat();
  const listen = (row: UploadedSound) => {
    const isPlaying = playing === playedAs(row);
    return (
      <Group gap={6} wrap="nowrap">
        <ActionIcon
          variant="light"
          aria-label={t(isPlaying ? 'sounds.pauseNamed' : 'sounds.listenNamed', { name: row.name })}
          onClick={only(() => onListen(row))}
        >
          {isPlaying ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
        </ActionIcon>
        <b>{row.name}</b>
      </Group>
    );
  };
  return [
    { id: 'name', header: t('sounds.field.name'), sort: true, required: true, card: 'title', width: 240, cell: listen },
    {
      id: 'durationMs',
      header: t('sounds.column.length'),
      sort: true,
      width: 110,
      align: 'end',
      cell: ({ durationMs }) => (
        <span className="figures">{duration(Math.max(1, Math.round(durationMs / 1_000)))}</span>
      ),
    },
    {
      id: 'said',
      header: t('sounds.column.said'),
      cell: ({ spokenText, language }) =>
        spokenText ? `${codeLabel(CustomerLanguage, language)}: ${spokenText}` : '–',
    },
    { id: 'remark', header: t('sounds.field.remark'), width: 180, cell: ({ remark }) => remark || '–' },
    {
      id: 'uses',
      header: t('sounds.column.uses'),
      width: 120,
      cell: (row) =>
        row.uses === 0 ? (
          t('sounds.uses', { count: 0 })
        ) : (
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-label={`${t('sounds.uses', { count: row.uses })}: ${t('sounds.usesNamed', { name: row.name })}`}
            onClick={only(() => onUses(row))}
          >
            {t('sounds.uses', { count: row.uses })}
          </Anchor>
        ),
    },
    {
      id: 'updatedAt',
      header: t('sounds.column.updated'),
      sort: true,
      width: 190,
      card: 'none',
      cell: ({ updatedAt, updatedBy }) => [format.dateTime(updatedAt), updatedBy].filter(Boolean).join(' · '),
    },
    ...(change === null
      ? []
      : [
          {
            id: 'deeds',
            header: '',
            required: true,
            width: 130,
            align: 'end' as const,
            cell: (row: UploadedSound) => (
              <Group gap={0} wrap="nowrap" justify="flex-end">
                <ActionIcon
                  data-hint={t('ui.edit')}
                  aria-label={t('sounds.editNamed', { name: row.name })}
                  onClick={only(() => change.onEdit(row))}
                >
                  <Pencil size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  data-hint={t(row.spokenText ? 'sounds.speakAgain' : 'sounds.replace')}
                  aria-label={t('sounds.replaceNamed', { name: row.name })}
                  onClick={only(() => change.onReplace(row))}
                >
                  {row.spokenText ? <AudioLines size={15} aria-hidden /> : <FileUp size={15} aria-hidden />}
                </ActionIcon>
                <ActionIcon
                  data-hint={t('ui.delete')}
                  aria-label={t('sounds.deleteNamed', { name: row.name })}
                  onClick={only(() => change.onDelete(row))}
                >
                  <Trash2 size={15} aria-hidden />
                </ActionIcon>
              </Group>
            ),
          },
        ]),
  ];
}

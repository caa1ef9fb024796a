import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { ClipboardPaste, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { blacklistApi, BlacklistScope, type BlacklistEntry } from '../contract.ts';
import { EntryEditor, type EditedEntry } from './parts/entry-editor.tsx';
import './blacklist.css';

const filters = { words: '', scope: '', expired: '' } as const;

/** Numbers kept out: found, added one by one or by the list, taken off and put back. */
export default function BlacklistPage() {
  const t = useText();
  const can = useCan();
  const [mayAdd, mayEdit] = [can('blacklist.use'), can('blacklist.edit')];
  const state = useTableState('blacklist', { filters });
  const { words, scope, expired } = state.filters;
  const answer = usePage(blacklistApi.page, {
    page: state.page,
    size: state.size,
    ...(words ? { words } : {}),
    ...(scope ? { scope: scope as BlacklistScope } : {}),
    ...(expired ? { expired: expired as never } : {}),
  });
  const [edited, setEdited] = useState<EditedEntry | null>(null);
  const [gone, setGone] = useState<readonly number[]>([]);
  const remove = useCommand(blacklistApi.remove, {
    invalidates: [blacklistApi.page],
    onDone: (_, { ids }) => setGone([ids].flat().map(Number)),
  });
  const restore = useCommand(blacklistApi.restore, { invalidates: [blacklistApi.page], onDone: () => setGone([]) });
  const columns = useColumns(
    mayEdit ? { onEdit: setEdited, onDelete: ({ id }) => remove.mutate({ ids: [id] }) } : null,
  );
  const add = mayAdd && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('one')}>
      {t('blacklist.add')}
    </Button>
  );
  return (
    <Page>
      {gone.length > 0 && (
        <div className="blacklist-undo" role="status">
          <span>{t('blacklist.removed', { count: gone.length })}</span>
          <Button
            size="compact-sm"
            variant="light"
            loading={restore.isPending}
            onClick={() => restore.mutate({ ids: [...gone] })}
          >
            {t('blacklist.undo')}
          </Button>
        </div>
      )}
      <DataTable
        label={t('blacklist.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        {...(mayEdit
          ? {
              onOpen: setEdited,
              batch: (ids, clear) => (
                <Button
                  size="xs"
                  color="red"
                  variant="light"
                  onClick={() => {
                    remove.mutate({ ids: ids.map(Number) });
                    clear();
                  }}
                >
                  {t('ui.delete')}
                </Button>
              ),
            }
          : {})}
        filters={
          <>
            <SearchField
              label={t('blacklist.search')}
              value={words}
              onChange={(next) => state.setFilters({ words: next })}
            />
            <NativeSelect
              aria-label={t('blacklist.field.scopes')}
              value={scope}
              data={[
                { value: '', label: t('blacklist.anyScope') },
                ...BlacklistScope.options.map((value) => ({ value, label: t(`blacklist.scope.${value}`) })),
              ]}
              onChange={(event) => state.setFilters({ scope: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('blacklist.time')}
              value={expired}
              data={[
                { value: '', label: t('blacklist.anyTime') },
                { value: 'false', label: t('blacklist.valid') },
                { value: 'true', label: t('blacklist.over') },
              ]}
              onChange={(event) => state.setFilters({ expired: event.currentTarget.value })}
            />
          </>
        }
        actions={
          <>
            {mayEdit && (
              <Button
                variant="default"
                leftSection={<ClipboardPaste size={15} aria-hidden />}
                onClick={() => setEdited('many')}
              >
                {t('blacklist.paste')}
              </Button>
            )}
            {add}
          </>
        }
        empty={{ title: t('blacklist.empty'), hint: t('blacklist.emptyHint'), ...(add ? { action: add } : {}) }}
      />
      {edited && <EntryEditor edited={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

/** A click on a button in a row is not a click on the row. */
const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

function useColumns(
  deeds: { onEdit: (row: BlacklistEntry) => void; onDelete: (row: BlacklistEntry) => void } | null,
): Column<BlacklistEntry>[] {
  const t = useText();
  const format = useFormat();
  const until = (at: string | null) =>
    at === null
      ? t('blacklist.forever')
      : fromWireTime(at) <= Date.now()
        ? `${t('blacklist.expired')} · ${format.date(at)}`
        : format.dateTime(at);
  return [
    {
      id: 'pattern',
      header: t('blacklist.field.pattern'),
      required: true,
      card: 'title',
      width: 180,
      cell: ({ pattern, countryIso2 }) => (
        <span className="figures">
          <NamedFlag iso2={countryIso2} /> <b>{spokenNumber(pattern)}</b>
        </span>
      ),
    },
    { id: 'reason', header: t('blacklist.field.reason'), cell: ({ reason }) => reason || '–' },
    {
      id: 'scopes',
      header: t('blacklist.field.scopes'),
      width: 190,
      cell: ({ scopes }) => format.list(scopes.map((scope) => t(`blacklist.scope.${scope}`))),
    },
    { id: 'expires', header: t('blacklist.field.expires'), width: 170, cell: ({ expiresAt }) => until(expiresAt) },
    {
      id: 'author',
      header: t('blacklist.column.author'),
      width: 150,
      card: 'none',
      cell: ({ author, createdAt }) => [author, format.date(createdAt)].filter(Boolean).join(' · '),
    },
    {
      id: 'hits',
      header: t('blacklist.column.hits'),
      width: 90,
      align: 'end',
      cell: ({ hits, lastHitAt }) => (
        <span
          className="figures"
          {...(lastHitAt ? { 'data-hint': t('blacklist.column.hitsHint', { at: format.dateTime(lastHitAt) }) } : {})}
        >
          {hits}
        </span>
      ),
    },
    ...(deeds === null
      ? []
      : [
          {
            id: 'deeds',
            header: '',
            required: true,
            width: 104,
            align: 'end' as const,
            cell: (row: BlacklistEntry) => (
              <Group gap={0} wrap="nowrap" justify="flex-end">
                <ActionIcon
                  data-hint={t('ui.edit')}
                  aria-label={t('blacklist.editNamed', { pattern: spokenNumber(row.pattern) })}
                  onClick={only(() => deeds.onEdit(row))}
                >
                  <Pencil size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  data-hint={t('ui.delete')}
                  aria-label={t('blacklist.deleteNamed', { pattern: spokenNumber(row.pattern) })}
                  onClick={only(() => deeds.onDelete(row))}
                >
                  <Trash2 size={15} aria-hidden />
                </ActionIcon>
              </Group>
            ),
          },
        ]),
  ];
}

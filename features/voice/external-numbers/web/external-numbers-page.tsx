import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { Pencil, Plus, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { externalNumbersApi, type ExternalNumber } from '../contract.ts';
import { AddExternal, EditExternal } from './parts/external-editor.tsx';
import { ProveDialog } from './parts/prove-dialog.tsx';

type Open = { part: 'add' } | { part: 'edit' | 'prove'; number: ExternalNumber };
const filters = { words: '', verified: '' } as const;

/** What looks like a number is looked for in numbers, anything else in remarks. */
function queryOf({ words, verified }: Record<keyof typeof filters, string>) {
  const digits = words.replace(/[\s().+-]/g, '');
  return {
    ...(words.trim() === ''
      ? {}
      : /^\d+$/.test(digits)
        ? { number: digits.slice(0, 20) }
        : { remark: words.trim().slice(0, 100) }),
    ...(verified === '' ? {} : { isVerified: verified === 'true' }),
  };
}

/** Numbers that are not ours and shall be shown to called people. */
export default function ExternalNumbersPage() {
  const t = useText();
  const mayEdit = useCan()('external-numbers.edit');
  const state = useTableState('external-numbers', { filters });
  const answer = usePage(externalNumbersApi.page, {
    page: state.page,
    size: state.size,
    ...queryOf(state.filters),
  });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const remove = useCommand(externalNumbersApi.delete, { invalidates: [externalNumbersApi.page] });
  const askAndDelete = async (number: ExternalNumber): Promise<void> => {
    const isSure = await confirm({
      title: t('external-numbers.deleteAsk', { number: spokenNumber(number.number) }),
      body: t('external-numbers.deleteAskHint'),
      yes: t('ui.delete'),
      danger: true,
    });
    if (isSure) remove.mutate({ id: number.id });
  };
  const columns = useColumns(
    mayEdit
      ? {
          onProve: (number) => setOpen({ part: 'prove', number }),
          onEdit: (number) => setOpen({ part: 'edit', number }),
          onDelete: (number) => void askAndDelete(number),
        }
      : null,
  );
  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen({ part: 'add' })}>
      {t('external-numbers.add')}
    </Button>
  );
  return (
    <Page>
      <DataTable
        label={t('external-numbers.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        {...(mayEdit
          ? {
              onOpen: (number: ExternalNumber) => setOpen({ part: number.isVerified ? 'edit' : 'prove', number }),
            }
          : {})}
        filters={
          <>
            <SearchField
              label={t('external-numbers.search')}
              value={state.filters.words}
              onChange={(words) => state.setFilters({ words })}
            />
            <NativeSelect
              aria-label={t('external-numbers.proof')}
              value={state.filters.verified}
              data={[
                { value: '', label: t('external-numbers.anyProof') },
                { value: 'true', label: t('external-numbers.proven') },
                { value: 'false', label: t('external-numbers.unproven') },
              ]}
              onChange={(event) => state.setFilters({ verified: event.currentTarget.value })}
            />
          </>
        }
        actions={add}
        empty={{
          title: t('external-numbers.empty'),
          hint: t('external-numbers.emptyHint'),
          ...(add ? { action: add } : {}),
        }}
      />
      {open?.part === 'add' && <AddExternal onClose={close} onAdded={(number) => setOpen({ part: 'prove', number })} />}
      {open?.part === 'edit' && <EditExternal number={open.number} onClose={close} />}
      {open?.part === 'prove' && <ProveDialog number={open.number} onClose={close} />}
    </Page>
  );
}

interface Deeds {
  onProve: (number: ExternalNumber) => void;
  onEdit: (number: ExternalNumber) => void;
  onDelete: (number: ExternalNumber) => void;
}

function useColumns(deeds: Deeds | null): Column<ExternalNumber>[] {
  const t = useText();
  return [
    {
      id: 'number',
      header: t('external-numbers.number'),
      required: true,
      card: 'title',
      width: 200,
      cell: ({ number, countryIso2 }) => (
        <span className="figures">
          <NamedFlag iso2={countryIso2} /> {spokenNumber(number)}
        </span>
      ),
    },
    { id: 'remark', header: t('external-numbers.remark'), cell: ({ remark }) => remark },
    {
      id: 'route',
      header: t('external-numbers.route'),
      width: 150,
      cell: ({ routerName }) => routerName || t('external-numbers.allRoutes'),
    },
    {
      id: 'state',
      header: t('external-numbers.state'),
      width: 150,
      cell: ({ isVerified, enabled }) =>
        isVerified ? (
          <Badge look="dot" tone={enabled ? 'green' : 'grey'}>
            {t(enabled ? 'external-numbers.shown' : 'external-numbers.off')}
          </Badge>
        ) : (
          <Badge tone="warning">{t('external-numbers.unproven')}</Badge>
        ),
    },
    ...(deeds === null ? [] : [deedColumn(t, deeds)]),
  ];
}

function deedColumn(t: ReturnType<typeof useText>, deeds: Deeds): Column<ExternalNumber> {
  return {
    id: 'deeds',
    header: '',
    required: true,
    width: 120,
    align: 'end',
    cell: (one) => {
      const number = spokenNumber(one.number);
      return (
        <Group gap={0} wrap="nowrap" justify="flex-end" onClick={(event) => event.stopPropagation()}>
          {!one.isVerified && (
            <ActionIcon
              data-hint={t('external-numbers.prove')}
              aria-label={t('external-numbers.proveNamed', { number })}
              onClick={() => deeds.onProve(one)}
            >
              <ShieldCheck size={15} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            data-hint={t('ui.edit')}
            aria-label={t('external-numbers.editNamed', { number })}
            onClick={() => deeds.onEdit(one)}
          >
            <Pencil size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            data-hint={t('ui.delete')}
            aria-label={t('external-numbers.deleteNamed', { number })}
            onClick={() => deeds.onDelete(one)}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </Group>
      );
    },
  };
}

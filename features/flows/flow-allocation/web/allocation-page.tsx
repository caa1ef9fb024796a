import { Button } from '@mantine/core';
import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { flowAllocationApi, goalKinds, type AllocationRule } from '../contract.ts';
import { ImportDialog } from './parts/import-dialog.tsx';
import { useRuleColumns } from './parts/rule-columns.tsx';
import { RuleEditor } from './parts/rule-editor.tsx';
import { RuleFilters } from './parts/rule-filters.tsx';

const filters = { words: '', number: '', goal: '' } as const;

/** Rules that send callers to flows, groups and agents, in the order they are looked at. */
export default function AllocationPage() {
  const t = useText();
  const mayEdit = useCan()('flow-allocation.edit');
  const state = useTableState('flow-allocation', { filters });
  const { words } = state.filters;
  // An address may hold anything.
  const goal = goalKinds.find((one) => one === state.filters.goal) ?? '';
  const number = /^[1-9]\d{0,14}$/.test(state.filters.number) ? state.filters.number : '';
  const [edited, setEdited] = useState<AllocationRule | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const targets = useEndpoint(flowAllocationApi.targets, {}).data;
  const answer = usePage(flowAllocationApi.list, {
    page: state.page,
    size: state.size,
    ...(words ? { words } : {}),
    ...(number ? { didNumberId: Number(number) } : {}),
    ...(goal ? { goalKind: goal } : {}),
  });
  const remove = useCommand(flowAllocationApi.batchDelete, {
    invalidates: [flowAllocationApi.list],
    done: 'flow-allocation.deleted',
  });
  const removeOne = useCommand(flowAllocationApi.delete, {
    invalidates: [flowAllocationApi.list],
    done: 'flow-allocation.deleted',
  });
  const download = useCommand(flowAllocationApi.download, { onDone: () => void toastExportBegun() });

  const sure = (count: number) =>
    confirm({
      title: t('flow-allocation.deleteTitle', { count }),
      body: t('flow-allocation.deleteBody'),
      yes: t('ui.delete'),
      danger: true,
    });
  const columns = useRuleColumns(
    mayEdit
      ? { onEdit: setEdited, onDelete: ({ id }) => void sure(1).then((yes) => yes && removeOne.mutate({ id })) }
      : null,
  );
  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('flow-allocation.add')}
    </Button>
  );
  return (
    <Page>
      <DataTable
        label={t('flow-allocation.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onExport={() => download.mutate({ kind: 'xlsx' })}
        exporting={download.isPending}
        {...(mayEdit
          ? {
              onOpen: setEdited,
              batch: (ids, clear) => (
                <Button
                  size="xs"
                  color="red"
                  variant="light"
                  onClick={() =>
                    void sure(ids.length).then((yes) => {
                      if (yes) {
                        remove.mutate({ ids: ids.map(Number) });
                        clear();
                      }
                    })
                  }
                >
                  {t('ui.delete')}
                </Button>
              ),
            }
          : {})}
        filters={
          <RuleFilters
            words={words}
            number={number}
            goal={goal}
            numbers={targets?.numbers ?? []}
            onChange={state.setFilters}
          />
        }
        actions={
          <>
            {mayEdit && (
              <Button
                variant="default"
                leftSection={<FileUp size={15} aria-hidden />}
                onClick={() => setImporting(true)}
              >
                {t('flow-allocation.import')}
              </Button>
            )}
            {add}
          </>
        }
        empty={{
          title: t('flow-allocation.empty'),
          hint: t('flow-allocation.emptyHint'),
          ...(add ? { action: add } : {}),
        }}
      />
      {edited && targets && (
        <RuleEditor rule={edited === 'new' ? null : edited} targets={targets} onClose={() => setEdited(null)} />
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

import { Button, Menu, Select } from '@mantine/core';
import { Braces, FileJson, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { invalidate, useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';
import { FLOWS_CHANGED, flowsApi, type FlowRow } from '../contract.ts';
import { useFlowColumns } from './parts/flow-columns.tsx';
import { FlowNaming, type Naming } from './parts/flow-naming.tsx';
import { NewFlow } from './parts/new-flow.tsx';
import { TeamValues } from './parts/team-values.tsx';
import { useFlowFile } from './parts/use-flow-file.ts';

const filters = { words: '', status: '' } as const;
const statuses = ['draft', 'published', 'changed'] as const;

/** The flows of the team: what answers callers, and what will. */
export default function FlowsPage() {
  const t = useText();
  const can = useCan();
  const mayEdit = can('flows.edit');
  const navigate = useNavigate();
  const state = useTableState('flows', { filters });
  const { words, status } = state.filters;
  const [isNew, setNew] = useState(false);
  const [naming, setNaming] = useState<Naming | null>(null);
  const [valuesOpen, setValuesOpen] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const known = statuses.find((one) => one === status);
  const answer = usePage(flowsApi.page, {
    page: state.page,
    size: state.size,
    ...(words ? { words } : {}),
    ...(known ? { status: known } : {}),
  });
  useEffect(() => onEvent(FLOWS_CHANGED, () => void invalidate(flowsApi.page)), []);
  const remove = useCommand(flowsApi.delete, { invalidates: [flowsApi.page], done: 'flows.deleted' });
  const open = (id: number): void => void navigate(`/robot/flows/${id}`);
  const { bring, read } = useFlowFile({
    onOpen: open,
    onNameTaken: (taken) => setNaming({ what: 'import', file: taken }),
  });

  async function askAndRemove({ id, name }: FlowRow): Promise<void> {
    if (
      await confirm({
        title: t('flows.deleteTitle'),
        body: t('flows.deleteBody', { name }),
        yes: t('ui.delete'),
        danger: true,
      })
    )
      remove.mutate({ id });
  }

  const columns = useFlowColumns({
    mayEdit,
    onDelete: (row) => void askAndRemove(row),
    onRename: (row) => setNaming({ what: 'rename', row }),
    onDuplicate: (row) => setNaming({ what: 'duplicate', row }),
    onExport: ({ id }) => void download(flowsApi.exportFile, { id }).catch(handleFailure),
  });
  const add = mayEdit ? (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{t('flows.more')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FileJson size={15} aria-hidden />} onClick={() => file.current?.click()}>
            {t('flows.import')}
          </Menu.Item>
          <Menu.Item leftSection={<Braces size={15} aria-hidden />} onClick={() => setValuesOpen(true)}>
            {t('flows.teamValues')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setNew(true)}>
        {t('flows.add')}
      </Button>
    </>
  ) : null;
  return (
    <Page>
      <DataTable
        label={t('flows.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={(row) => row.id}
        onOpen={({ id }) => open(id)}
        filters={
          <>
            <SearchField
              label={t('flows.findFlow')}
              value={words}
              onChange={(next) => state.setFilters({ words: next })}
            />
            <Select
              w={190}
              aria-label={t('flows.status')}
              data={[
                { value: '', label: t('flows.anyStatus') },
                ...statuses.map((one) => ({ value: one, label: t(`flows.status.${one}`) })),
              ]}
              value={status}
              onChange={(next) => state.setFilters({ status: next ?? '' })}
            />
          </>
        }
        actions={add}
        empty={{ title: t('flows.empty'), hint: t('flows.emptyHint'), ...(add ? { action: add } : {}) }}
      />
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {valuesOpen && <TeamValues onClose={() => setValuesOpen(false)} />}
      {isNew && <NewFlow onClose={() => setNew(false)} onMade={open} />}
      <FlowNaming naming={naming} bring={bring} onOpen={open} onClose={() => setNaming(null)} />
    </Page>
  );
}

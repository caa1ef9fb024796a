import { Button, Select } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { scriptsApi, type Script } from '../contract.ts';
import { useScriptColumns } from './parts/script-columns.tsx';
import { ScriptEditor } from './parts/script-editor.tsx';

const filters = { name: '', group: '' } as const;

/** Where managers write what agents say. */
export default function ScriptsPage() {
  const t = useText();
  const can = useCan();
  const mayEdit = can('scripts.edit');
  const state = useTableState('scripts', { filters });
  const [edited, setEdited] = useState<Script | 'new' | null>(null);
  const { name, group } = state.filters;
  const groups =
    useEndpoint(agentGroupsApi.all, {}, { enabled: can('agent-groups.use'), handlesFailures: true }).data ?? [];
  const answer = usePage(scriptsApi.page, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(group ? { groupId: Number(group) } : {}),
  });
  const remove = useCommand(scriptsApi.delete, { invalidates: [scriptsApi.page], done: 'scripts.deleted' });

  async function askAndRemove({ id, name: title }: Script): Promise<void> {
    if (
      await confirm({
        title: t('scripts.deleteTitle'),
        body: t('scripts.deleteBody', { name: title }),
        yes: t('ui.delete'),
        danger: true,
      })
    )
      remove.mutate({ id });
  }

  const columns = useScriptColumns(mayEdit ? { onEdit: setEdited, onDelete: (row) => void askAndRemove(row) } : null);
  const add = mayEdit ? (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('scripts.add')}
    </Button>
  ) : null;
  return (
    <Page>
      <DataTable
        label={t('scripts.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={(row) => row.id}
        {...(mayEdit ? { onOpen: setEdited } : {})}
        filters={
          <>
            <SearchField
              label={t('scripts.field.name')}
              value={name}
              onChange={(next) => state.setFilters({ name: next })}
            />
            {groups.length > 0 && (
              <Select
                w={190}
                aria-label={t('scripts.field.groups')}
                data={[
                  { value: '', label: t('scripts.anyGroup') },
                  ...groups.map(({ id, name: label }) => ({ value: String(id), label })),
                ]}
                value={group}
                onChange={(next) => state.setFilters({ group: next ?? '' })}
              />
            )}
          </>
        }
        actions={add}
        empty={{ title: t('scripts.empty'), hint: t('scripts.emptyHint'), ...(add ? { action: add } : {}) }}
      />
      {edited && (
        <ScriptEditor script={edited === 'new' ? null : edited} groups={groups} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}

import { Button } from '@mantine/core';
import { FileUp, UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { rosterApi, type NewAgent, type RosterAgent } from '../contract/roster.ts';
import { useAgentColumns } from './parts/agent-columns.tsx';
import { AgentFilters, emptyFilters, filtersOf } from './parts/agent-filters.tsx';
import { AgentBatchBar } from './parts/batch-bar.tsx';
import { FirstPasswords, type FirstPassword } from './parts/first-passwords.tsx';
import { AgentOutputButton } from './parts/output-button.tsx';

/** Forms, and what checks them, come when one is opened. */
const AgentPanel = lazy(async () => ({ default: (await import('./parts/agent-panel.tsx')).AgentPanel }));
const NewAgentPanel = lazy(async () => ({ default: (await import('./parts/new-agent-panel.tsx')).NewAgentPanel }));
const AgentFileDialog = lazy(async () => ({
  default: (await import('./parts/agent-file-dialog.tsx')).AgentFileDialog,
}));

type Open =
  | { part: 'agent'; agent: RosterAgent }
  | { part: 'new' }
  | { part: 'file' }
  | { part: 'passwords'; list: FirstPassword[] };

/** Everybody with a phone: who they are, what they can do, and how their phone behaves. */
export default function AgentsPage() {
  const t = useText();
  const mayEdit = useCan()('agents.edit');
  const state = useTableState('agents', { filters: emptyFilters });
  const filters = filtersOf(state.filters);
  const answer = usePage(rosterApi.page, { page: state.page, size: state.size, ...filters });
  const choices = useEndpoint(rosterApi.choices, {}, { handlesFailures: true }).data;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const made = (agents: readonly NewAgent[]) => {
    const list = agents.flatMap(({ name, email, password }) => (password === null ? [] : [{ name, email, password }]));
    setOpen(list.length > 0 ? { part: 'passwords', list } : null);
  };
  const columns = useAgentColumns(choices?.lines ?? [], mayEdit);
  const add = mayEdit && (
    <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setOpen({ part: 'new' })}>
      {t('agents.add')}
    </Button>
  );
  const groups = choices?.groups ?? [];
  return (
    <Page>
      <DataTable
        label={t('agents.name')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ userId }) => userId}
        {...(mayEdit
          ? {
              onOpen: (agent: RosterAgent) => setOpen({ part: 'agent', agent }),
              batch: (ids: (number | string)[], clear: () => void) => (
                <AgentBatchBar
                  userIds={ids.map(Number)}
                  groups={groups}
                  lines={choices?.lines ?? []}
                  onDone={clear}
                  onPasswords={(list) => setOpen({ part: 'passwords', list })}
                />
              ),
            }
          : {})}
        filters={<AgentFilters filters={state.filters} groups={groups} onChange={state.setFilters} />}
        actions={
          <>
            <AgentOutputButton filters={filters} />
            {mayEdit && (
              <Button
                variant="default"
                leftSection={<FileUp size={15} aria-hidden />}
                onClick={() => setOpen({ part: 'file' })}
              >
                {t('agents.fromFile')}
              </Button>
            )}
            {add}
          </>
        }
        empty={{ title: t('agents.none'), hint: t('agents.noneHint'), ...(add ? { action: add } : {}) }}
      />
      <Suspense fallback={null}>
        {open?.part === 'agent' && choices && <AgentPanel agent={open.agent} choices={choices} onClose={close} />}
        {open?.part === 'new' && choices && (
          <NewAgentPanel choices={choices} onClose={close} onMade={(one) => made([one])} />
        )}
        {open?.part === 'file' && <AgentFileDialog onClose={close} onMade={made} />}
      </Suspense>
      {open?.part === 'passwords' && <FirstPasswords list={open.list} onClose={close} />}
    </Page>
  );
}

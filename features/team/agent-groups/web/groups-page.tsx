import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { throttledReads } from '#platform/web/throttled-reads.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { keyOf, useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';
import { agentGroupsApi, WAITING_CHANGED, type AgentGroup } from '../contract.ts';
import { GroupEditor } from './parts/group-editor.tsx';
import { GroupPeople } from './parts/group-people.tsx';
import './groups.css';

const filters = { name: '', enabled: '' } as const;
/** Behind so many groups pictures of ways through them stop knowing names. */
const MOST = 100;

type Open = { part: 'settings'; group: AgentGroup | null } | { part: 'people'; group: AgentGroup };

/** Groups of agents: how many wait, who answers, and where callers go whom nobody answers. */
export default function GroupsPage() {
  const t = useText();
  const mayEdit = useCan()('agent-groups.edit');
  const state = useTableState('agent-groups', { filters });
  const { name, enabled } = state.filters;
  const answer = usePage(agentGroupsApi.page, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(enabled ? { enabled: enabled === 'true' } : {}),
  });
  const all = usePage(agentGroupsApi.page, { page: 1, size: MOST }).data?.list ?? [];
  const [open, setOpen] = useState<Open | null>(null);
  useLiveLines();
  const remove = useCommand(agentGroupsApi.delete, { invalidates: [agentGroupsApi.page] });
  const askAndDelete = async (group: AgentGroup): Promise<void> => {
    const isSure = await confirm({
      title: t('agent-groups.deleteAsk', { name: group.name }),
      body: t('agent-groups.deleteAskHint', { count: group.members }),
      yes: t('ui.delete'),
      danger: true,
    });
    if (isSure) remove.mutate({ id: group.id, members: group.members });
  };
  const columns = useColumns(
    mayEdit
      ? {
          onEdit: (group) => setOpen({ part: 'settings', group }),
          onPeople: (group) => setOpen({ part: 'people', group }),
          onDelete: (group) => void askAndDelete(group),
        }
      : null,
  );
  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen({ part: 'settings', group: null })}>
      {t('agent-groups.add')}
    </Button>
  );
  return (
    <Page>
      <DataTable
        label={t('agent-groups.name')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        {...(mayEdit ? { onOpen: (group: AgentGroup) => setOpen({ part: 'settings', group }) } : {})}
        filters={
          <>
            <SearchField
              label={t('agent-groups.search')}
              value={name}
              onChange={(next) => state.setFilters({ name: next })}
            />
            <NativeSelect
              aria-label={t('agent-groups.field.state')}
              value={enabled}
              data={[
                { value: '', label: t('agent-groups.anyState') },
                { value: 'true', label: t('agent-groups.on') },
                { value: 'false', label: t('agent-groups.off') },
              ]}
              onChange={(event) => state.setFilters({ enabled: event.currentTarget.value })}
            />
          </>
        }
        actions={add}
        empty={{ title: t('agent-groups.none'), hint: t('agent-groups.noneHint'), ...(add ? { action: add } : {}) }}
      />
      {open?.part === 'settings' && (
        <GroupEditor
          group={open.group}
          groups={all}
          onClose={() => setOpen(null)}
          onAdded={(group) => setOpen({ part: 'people', group })}
        />
      )}
      {open?.part === 'people' && <GroupPeople group={open.group} onClose={() => setOpen(null)} />}
    </Page>
  );
}

/** Who waits is read anew when somebody comes or goes. */
function useLiveLines(): void {
  const client = useQueryClient();
  useEffect(() => {
    const reads = throttledReads(() => client.invalidateQueries({ queryKey: keyOf(agentGroupsApi.page) }));
    const stop = onEvent(WAITING_CHANGED, reads.refresh);
    return () => {
      stop();
      reads.stop();
    };
  }, [client]);
}

interface Deeds {
  onEdit: (group: AgentGroup) => void;
  onPeople: (group: AgentGroup) => void;
  onDelete: (group: AgentGroup) => void;
}

function useColumns(deeds: Deeds | null): Column<AgentGroup>[] {
  const t = useText();
  const format = useFormat();
  const figures = (value: number) => <span className="figures">{format.number(value)}</span>;
  return [
    {
      id: 'name',
      header: t('agent-groups.field.name'),
      required: true,
      card: 'title',
      cell: ({ name, groupNo }) => (
        <>
          <b>{name}</b> <small className="figures">{groupNo}</small>
        </>
      ),
    },
    {
      id: 'waiting',
      header: t('agent-groups.column.waiting'),
      width: 110,
      align: 'end',
      cell: ({ waiting }) => figures(waiting),
    },
    {
      id: 'members',
      header: t('agent-groups.column.members'),
      width: 110,
      align: 'end',
      cell: ({ members }) => (members === 0 ? <em>{t('agent-groups.nobody')}</em> : figures(members)),
    },
    {
      id: 'managers',
      header: t('agent-groups.column.managers'),
      width: 110,
      wide: true,
      align: 'end',
      card: 'none',
      cell: ({ managers }) => figures(managers),
    },
    {
      id: 'overflow',
      header: t('agent-groups.field.overflow'),
      width: 170,
      cell: ({ overflowKind }) => t(`agent-groups.overflow.${overflowKind}`),
    },
    {
      id: 'state',
      header: t('agent-groups.field.state'),
      width: 100,
      cell: ({ enabled }) => t(enabled ? 'agent-groups.on' : 'agent-groups.off'),
    },
    ...(deeds === null ? [] : [deedColumn(t, deeds)]),
  ];
}

function deedColumn(t: ReturnType<typeof useText>, deeds: Deeds): Column<AgentGroup> {
  return {
    id: 'deeds',
    header: '',
    required: true,
    width: 140,
    align: 'end',
    cell: (group) => (
      <Group gap={0} wrap="nowrap" justify="flex-end" onClick={(event) => event.stopPropagation()}>
        <ActionIcon
          data-hint={t('agent-groups.people')}
          aria-label={t('agent-groups.peopleNamed', { name: group.name })}
          onClick={() => deeds.onPeople(group)}
        >
          <Users size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          data-hint={t('ui.edit')}
          aria-label={t('agent-groups.editNamed', { name: group.name })}
          onClick={() => deeds.onEdit(group)}
        >
          <Pencil size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          data-hint={t('ui.delete')}
          aria-label={t('agent-groups.deleteNamed', { name: group.name })}
          onClick={() => deeds.onDelete(group)}
        >
          <Trash2 size={15} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  };
}

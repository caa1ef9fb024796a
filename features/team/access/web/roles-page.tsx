import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { accessApi, type Role } from '../contract.ts';
import { useRoleColumns } from './parts/role-columns.tsx';

const filters = { name: '' } as const;

/** The roles of the organisation. There are few, so they come at once and are searched here. */
export default function RolesPage() {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const state = useTableState('access.roles', { filters });
  const answer = useEndpoint(accessApi.roles, {}, { handlesFailures: true });
  const columns = useRoleColumns();
  const found = answer.data?.filter((role) =>
    role.name.toLocaleLowerCase().includes(state.filters.name.trim().toLocaleLowerCase()),
  );
  const shown = found && {
    list: found.slice((state.page - 1) * state.size, state.page * state.size),
    total: found.length,
  };
  const open = (role: Role) => void navigate(`/organisation/roles/${role.id}`);
  const add = can('access.roles') && (
    <Button component={Link} to="/organisation/roles/new" leftSection={<Plus size={16} aria-hidden />}>
      {t('access.role.add')}
    </Button>
  );
  return (
    <Page>
      <DataTable
        label={t('access.menu.roles')}
        state={state}
        columns={columns}
        answer={{ ...answer, data: shown }}
        rowId={(role) => role.id}
        {...(can('access.roles') ? { onOpen: open } : {})}
        filters={
          <SearchField
            label={t('access.role.search')}
            value={state.filters.name}
            onChange={(name) => state.setFilters({ name })}
          />
        }
        actions={add}
        empty={{ title: t('access.role.none'), hint: t('access.role.noneHint'), action: add }}
      />
    </Page>
  );
}

import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail, type TenantPerson } from '../../contract.ts';

const filters = { keyword: '' } as const;

/** Whom to talk to, and who works there. What they do is the tenant's own matter. */
export function PeopleTab({ tenant }: { tenant: TenantDetail }) {
  const t = useText();
  const state = useTableState('operator.people', { filters });
  const { keyword } = state.filters;
  const answer = usePage(tenantsApi.people, {
    id: tenant.id,
    page: state.page,
    size: state.size,
    ...(keyword ? { keyword } : {}),
  });
  return (
    <DataTable
      label={t('tenants.tab.people')}
      state={state}
      columns={useColumns()}
      answer={answer}
      rowId={({ userId }) => userId}
      filters={
        <SearchField
          label={t('tenants.people.search')}
          value={keyword}
          onChange={(next) => state.setFilters({ keyword: next })}
        />
      }
      empty={{ title: t('tenants.people.none'), hint: t('tenants.people.noneHint') }}
    />
  );
}

function useColumns(): Column<TenantPerson>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('tenants.people.name'),
      required: true,
      card: 'title',
      cell: ({ name, email }) => <PersonCell name={name || email} detail={email} />,
    },
    { id: 'roles', header: t('tenants.people.roles'), width: 220, cell: (person) => <Roles person={person} /> },
    {
      id: 'seats',
      header: t('tenants.people.seats'),
      width: 150,
      wide: true,
      cell: ({ voiceSeat, textSeat }) =>
        [voiceSeat && t('tenants.people.voice'), textSeat && t('tenants.people.text')].filter(Boolean).join(', ') ||
        '–',
    },
    {
      id: 'factor',
      header: t('tenants.people.factor'),
      width: 140,
      wide: true,
      cell: ({ hasSecondFactor }) => t(hasSecondFactor ? 'tenants.people.hasFactor' : 'tenants.people.noFactor'),
    },
    {
      id: 'lastSignInAt',
      header: t('tenants.column.lastSignIn'),
      width: 150,
      cell: ({ lastSignInAt }) => (lastSignInAt ? format.relative(lastSignInAt) : t('tenants.never')),
    },
  ];
}

function Roles({ person: { isOwner, enabled, roles } }: { person: TenantPerson }) {
  const t = useText();
  return (
    <span className="tenant-troubles">
      {isOwner && <Badge tone="blue">{t('tenants.people.owner')}</Badge>}
      {!enabled && <Badge tone="red">{t('tenants.people.disabled')}</Badge>}
      <span>{roles.join(', ') || (isOwner ? '' : '–')}</span>
    </span>
  );
}

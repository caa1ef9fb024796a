import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { TenantRow } from '../../contract.ts';
import { tenantAddress } from '../address.ts';
import { useMoneyText } from '../use-money-text.ts';
import { StandingBadge, TenantTroubles } from './tenant-standing.tsx';

/** What the list tells of each tenant. */
export function useTenantColumns(): Column<TenantRow>[] {
  const t = useText();
  const format = useFormat();
  const money = useMoneyText();
  /** Nothing is said of what nobody counted yet. */
  const counted = ({ countedAt }: TenantRow, shown: ReactNode) =>
    countedAt === null ? <small>{t('tenants.counting')}</small> : shown;
  return [
    {
      id: 'name',
      header: t('tenants.column.name'),
      required: true,
      card: 'title',
      sort: true,
      cell: (row) => <Named row={row} />,
    },
    {
      id: 'state',
      header: t('tenants.column.state'),
      width: 112,
      card: 'beside',
      cell: ({ state }) => <StandingBadge state={state} />,
    },
    { id: 'troubles', header: t('tenants.column.troubles'), width: 168, cell: (row) => <TenantTroubles row={row} /> },
    {
      id: 'members',
      header: t('tenants.column.members'),
      sort: true,
      width: 82,
      align: 'end',
      cell: (row) => counted(row, format.number(row.members)),
    },
    {
      id: 'callsNow',
      header: t('tenants.column.callsNow'),
      sort: true,
      width: 100,
      align: 'end',
      cell: ({ callsNow }) => format.number(callsNow),
    },
    {
      id: 'callsToday',
      header: t('tenants.column.callsToday'),
      sort: true,
      width: 110,
      align: 'end',
      hidden: true,
      cell: (row) => counted(row, format.number(row.callsToday)),
    },
    {
      id: 'calls30Days',
      header: t('tenants.column.calls30Days'),
      sort: true,
      width: 112,
      align: 'end',
      wide: true,
      cell: (row) => counted(row, format.number(row.calls30Days)),
    },
    {
      id: 'storageBytes',
      header: t('tenants.column.storage'),
      sort: true,
      width: 108,
      align: 'end',
      wide: true,
      cell: (row) =>
        counted(
          row,
          <span className="tenant-of">
            {format.bytes(row.storageBytes)}
            {row.storageLimit !== null && (
              <small>{t('tenants.usage.of', { limit: format.bytes(row.storageLimit) })}</small>
            )}
          </span>,
        ),
    },
    {
      id: 'balance',
      header: t('tenants.column.balance'),
      sort: true,
      width: 112,
      align: 'end',
      cell: ({ balanceE4, currency }) => money(balanceE4, currency),
    },
    {
      id: 'lastSignInAt',
      header: t('tenants.column.lastSignIn'),
      sort: true,
      width: 118,
      wide: true,
      cell: (row) => counted(row, row.lastSignInAt ? format.relative(row.lastSignInAt) : t('tenants.never')),
    },
    {
      id: 'foundedAt',
      header: t('tenants.column.founded'),
      sort: true,
      width: 130,
      hidden: true,
      cell: ({ foundedAt }) => format.date(foundedAt),
    },
  ];
}

function Named({ row: { id, name, company, companyDomain, isDemo, isMine } }: { row: TenantRow }) {
  const t = useText();
  return (
    <span className="tenant-named">
      <Link to={tenantAddress(id)} onClick={(event) => event.stopPropagation()}>
        <b>{name}</b>
      </Link>
      {isMine && <Badge tone="blue">{t('tenants.mine')}</Badge>}
      {isDemo && <Badge>{t('tenants.demo')}</Badge>}
      <small>{[company === name ? '' : company, companyDomain].filter(Boolean).join(' · ')}</small>
    </span>
  );
}

import { ActionIcon, Button, Group } from '@mantine/core';
import { CircleHelp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { callLimitsApi, MOMENTARY, type CallLimit } from '../contract.ts';
import { CountriesCard } from './countries-card.tsx';
import { LimitEditor } from './limit-editor.tsx';
import { spanOf } from './limit-span.ts';
import { LimitUsed } from './limit-used.tsx';
import { useLimitAmount } from './limit-amount.ts';
import './limits.css';

/** How often it is asked how much is used. */
const USE_EVERY_MS = 15_000;

/** How much, and where to, may be called. */
export default function LimitsPage() {
  const t = useText();
  const can = useCan();
  const mayEdit = can('call-limits.edit');
  const state = useTableState('call-limits', { filters: {} });
  const answer = usePage(callLimitsApi.page, { page: state.page, size: state.size }, { everyMs: USE_EVERY_MS });
  const currency = answer.data?.currency ?? '';
  const allowed = useEndpoint(callLimitsApi.countries, {}).data;
  const [edited, setEdited] = useState<CallLimit | 'new' | null>(null);
  const nameOf = useLimitName(currency);
  const remove = useCommand(callLimitsApi.delete, { invalidates: [callLimitsApi.page] });
  const askAndDelete = async (limit: CallLimit): Promise<void> => {
    const isSure = await confirm({
      title: t('call-limits.deleteAsk'),
      body: t('call-limits.deleteAskHint', { name: nameOf(limit) }),
      yes: t('ui.delete'),
      danger: true,
    });
    if (isSure) remove.mutate({ id: limit.id });
  };
  const columns = useColumns(
    currency,
    mayEdit ? { onEdit: setEdited, onDelete: (limit) => void askAndDelete(limit) } : null,
  );
  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('call-limits.add')}
    </Button>
  );
  const ask = can('routes.view') && (
    <Button
      variant="default"
      component={Link}
      to="/settings/routes?tab=ask"
      leftSection={<CircleHelp size={16} aria-hidden />}
    >
      {t('call-limits.askPlan')}
    </Button>
  );
  return (
    <Page>
      <div className="limits">
        <DataTable
          label={t('call-limits.name')}
          state={state}
          columns={columns}
          answer={answer}
          rowId={({ id }) => id}
          {...(mayEdit ? { onOpen: setEdited } : {})}
          filters={<p>{t('call-limits.lead')}</p>}
          actions={
            <>
              {ask}
              {add}
            </>
          }
          empty={{ title: t('call-limits.empty'), hint: t('call-limits.emptyHint'), ...(add ? { action: add } : {}) }}
        />
        {allowed && <CountriesCard key={allowed.map(({ iso2 }) => iso2).join()} allowed={allowed} />}
      </div>
      {edited && (
        <LimitEditor limit={edited === 'new' ? null : edited} currency={currency} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}

/** "Calls to one number: 5". */
function useLimitName(currency: string): (limit: CallLimit) => string {
  const t = useText();
  const amountOf = useLimitAmount(currency);
  return ({ kind, max }) => `${t(`call-limits.kind.${kind}`)}: ${amountOf(kind, max)}`;
}

function useColumns(
  currency: string,
  deeds: { onEdit: (limit: CallLimit) => void; onDelete: (limit: CallLimit) => void } | null,
): Column<CallLimit>[] {
  const t = useText();
  const amountOf = useLimitAmount(currency);
  const nameOf = useLimitName(currency);
  const within = ({ kind, windowSec }: CallLimit): string => {
    if (kind === 'costPerDay') return t('call-limits.span.days', { count: 1 });
    if (MOMENTARY.includes(kind)) return t('call-limits.moment');
    const { amount, unit } = spanOf(windowSec);
    return t(`call-limits.span.${unit}`, { count: amount });
  };
  return [
    {
      id: 'kind',
      header: t('call-limits.field.kind'),
      required: true,
      card: 'title',
      cell: ({ kind }) => <b>{t(`call-limits.kind.${kind}`)}</b>,
    },
    {
      id: 'max',
      header: t('call-limits.field.max'),
      width: 110,
      align: 'end',
      cell: ({ kind, max }) => <span className="figures">{amountOf(kind, max)}</span>,
    },
    {
      id: 'used',
      header: t('call-limits.field.used'),
      width: 130,
      cell: (limit) => <LimitUsed limit={limit} currency={currency} />,
    },
    { id: 'window', header: t('call-limits.field.window'), width: 150, cell: within },
    {
      id: 'scope',
      header: t('call-limits.field.scope'),
      width: 240,
      wide: true,
      cell: ({ scope, groupName }) => groupName || t(`call-limits.scope.${scope}`),
    },
    {
      id: 'state',
      header: t('call-limits.field.state'),
      width: 110,
      cell: ({ enabled }) => t(enabled ? 'call-limits.on' : 'call-limits.off'),
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
            cell: (limit: CallLimit) => (
              <Group gap={0} wrap="nowrap" justify="flex-end" onClick={(event) => event.stopPropagation()}>
                <ActionIcon
                  data-hint={t('ui.edit')}
                  aria-label={t('call-limits.editNamed', { name: nameOf(limit) })}
                  onClick={() => deeds.onEdit(limit)}
                >
                  <Pencil size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  data-hint={t('ui.delete')}
                  aria-label={t('call-limits.deleteNamed', { name: nameOf(limit) })}
                  onClick={() => deeds.onDelete(limit)}
                >
                  <Trash2 size={15} aria-hidden />
                </ActionIcon>
              </Group>
            ),
          },
        ]),
  ];
}

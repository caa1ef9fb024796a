import { Select } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { webhooksApi, type Delivery, type DeliveryState, type Settings } from '../../contract.ts';
import { useEventName } from '../event-name.ts';
import { DeliveryOutcome } from './delivery-outcome.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';

const filters = { hook: '', state: '', event: '' } as const;
const states = ['waiting', 'delivered', 'failed'] as const satisfies readonly DeliveryState[];
/** New deliveries show without being asked for. */
const LOOK_AGAIN_MS = 15_000;

/** Every delivery of the last days: when, what, where to, how it went and why not. */
export function DeliveryLog({ settings: { hooks, events }, mayEdit }: { settings: Settings; mayEdit: boolean }) {
  const t = useText();
  const state = useTableState('webhooks', { filters });
  const { hook, state: wanted, event } = state.filters;
  const chosen = states.find((one) => one === wanted);
  const answer = usePage(
    webhooksApi.log,
    {
      page: state.page,
      size: state.size,
      ...(Number(hook) > 0 ? { hookId: Number(hook) } : {}),
      ...(chosen ? { state: chosen } : {}),
      ...(event ? { type: event } : {}),
    },
    { everyMs: LOOK_AGAIN_MS },
  );
  const [openId, setOpenId] = useState<number | null>(null);
  return (
    <section>
      <h2 className="hook-log-title">{t('webhooks.logTitle')}</h2>
      <DataTable
        label={t('webhooks.logTitle')}
        state={state}
        columns={useDeliveryColumns()}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        filters={
          <>
            <Select
              w={180}
              clearable
              aria-label={t('webhooks.column.hook')}
              placeholder={t('webhooks.filter.anyHook')}
              value={hook || null}
              data={hooks.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(next) => state.setFilters({ hook: next ?? '' })}
            />
            <Select
              w={150}
              clearable
              aria-label={t('webhooks.column.state')}
              placeholder={t('webhooks.filter.anyState')}
              value={chosen ?? null}
              data={states.map((value) => ({ value, label: t(`webhooks.delivery.${value}`) }))}
              onChange={(next) => state.setFilters({ state: next ?? '' })}
            />
            <Select
              w={200}
              clearable
              aria-label={t('webhooks.column.event')}
              placeholder={t('webhooks.column.event')}
              value={event || null}
              data={events.map(({ event: value }) => ({ value, label: t(`webhooks.event.${value}`) }))}
              onChange={(next) => state.setFilters({ event: next ?? '' })}
            />
          </>
        }
        empty={{ title: t('webhooks.logEmpty'), hint: t('webhooks.logEmptyHint') }}
      />
      <DeliveryPanel id={openId} mayEdit={mayEdit} onClose={() => setOpenId(null)} />
    </section>
  );
}

function useDeliveryColumns(): Column<Delivery>[] {
  const t = useText();
  const format = useFormat();
  const nameOf = useEventName();
  return [
    { id: 'at', header: t('webhooks.column.at'), width: 180, cell: ({ createdAt }) => format.exact(createdAt) },
    {
      id: 'event',
      header: t('webhooks.column.event'),
      required: true,
      card: 'title',
      width: 200,
      cell: ({ type }) => nameOf(type),
    },
    { id: 'hook', header: t('webhooks.column.hook'), width: 140, cell: ({ hookName }) => hookName },
    {
      id: 'state',
      header: t('webhooks.column.state'),
      required: true,
      cell: (delivery) => <DeliveryOutcome delivery={delivery} />,
    },
    {
      id: 'tries',
      header: t('webhooks.column.tries'),
      width: 90,
      align: 'end',
      cell: ({ tries }) => format.number(tries),
    },
    {
      id: 'took',
      header: t('webhooks.column.took'),
      width: 100,
      align: 'end',
      cell: ({ durationMs }) => (durationMs === null ? '–' : t('webhooks.ms', { value: durationMs })),
    },
  ];
}

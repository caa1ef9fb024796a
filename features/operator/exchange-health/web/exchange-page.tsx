import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useMinuteClock } from '#platform/web/minute-clock.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable, type TableAnswer } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { exchangeHealthApi, type ExchangeHealth, type ExchangePart } from '../contract.ts';
import { houseStanding, partStanding, type PartStanding } from '../core/part-standing.ts';
import { ExchangeChanges } from './parts/exchange-changes.tsx';
import { useExchangeHealth } from './use-exchange-health.ts';
import './exchange-health.css';

const filters = {} as const;
const partTones = { up: 'green', starting: 'warning', down: 'red', unwatched: 'grey' } as const;
const houseTones = { none: 'grey', well: 'green', limps: 'warning', down: 'red' } as const;

type StandingPart = ExchangePart & { standing: PartStanding };

/** The exchange outside the product: its parts, their calls, what was changed last. Told as it changes. */
export default function ExchangePage() {
  const t = useText();
  const live = useExchangeHealth();
  // What is there before the line is open, and what a failure is told by.
  const first = useEndpoint(exchangeHealthApi.health, {}, { handlesFailures: true });
  const health = live.health ?? first.data;
  if (!health)
    return first.error ? <ErrorState error={first.error} onRetry={() => void first.refetch()} /> : <LoadingPage />;
  if (!health.isUsed && health.parts.length === 0 && health.changes.length === 0)
    return (
      <Page>
        <EmptyState title={t('exchange-health.embedded')} hint={t('exchange-health.embeddedHint')} />
      </Page>
    );
  return (
    <Page>
      {!health.isUsed && <p className="exchange-line">{t('exchange-health.unused')}</p>}
      <output className="exchange-line">{live.health && !live.isLive ? t('exchange-health.lineLost') : ''}</output>
      <Health health={health} receivedMs={live.health ? live.receivedMs : first.dataUpdatedAt} />
    </Page>
  );
}

function Health({ health, receivedMs }: { health: ExchangeHealth; receivedMs: number }) {
  const t = useText();
  const format = useFormat();
  const state = useTableState('exchange-health', { filters });
  const columns = usePartColumns();
  // What is long silent is seen without anybody telling; times are the database's, so only what passed here is added.
  const nowMs = fromWireTime(health.now) + Math.max(0, useMinuteClock() - receivedMs);
  const parts: StandingPart[] = health.parts.map((part) => ({
    ...part,
    standing: partStanding({ state: part.state, seenMs: fromWireTime(part.seenAt) }, nowMs),
  }));
  const standing = houseStanding(parts);
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  const answer: TableAnswer<StandingPart> = {
    data: { list: parts.slice((state.page - 1) * state.size, state.page * state.size), total: parts.length },
    isPending: false,
    isFetching: false,
    isError: false,
    error: null,
    refetch: () => {},
  };
  return (
    <>
      <p className="exchange-summary">
        <Badge look="dot" tone={houseTones[standing]}>
          {t(`exchange-health.house.${standing}`)}
        </Badge>
        <span>{t('exchange-health.phones', { count: health.phones })}</span>
        <span>{t('exchange-health.calls', { count: calls })}</span>
        <span className="exchange-told">{t('exchange-health.asOf', { at: format.time(health.now) })}</span>
      </p>
      <DataTable
        label={t('exchange-health.parts')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ machine, name }) => `${machine} ${name}`}
        empty={{ title: t('exchange-health.noParts'), hint: t('exchange-health.noPartsHint') }}
      />
      <Card title={t('exchange-health.changes')}>
        <ExchangeChanges changes={health.changes} />
      </Card>
    </>
  );
}

function usePartColumns(): Column<StandingPart>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('exchange-health.column.part'),
      required: true,
      card: 'title',
      cell: ({ kind, name, machine }) => (
        <span className="exchange-part">
          <b>{kind === 'edge' ? t('exchange-health.edge') : t('exchange-health.node', { name })}</b>
          <small>{machine}</small>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('exchange-health.column.state'),
      required: true,
      cell: ({ standing, trouble }) => (
        <span className="exchange-part">
          <Badge look="dot" tone={partTones[standing]}>
            {t(`exchange-health.state.${standing}`)}
          </Badge>
          {trouble && standing !== 'up' && <small className="exchange-trouble">{trouble}</small>}
        </span>
      ),
    },
    {
      id: 'version',
      header: t('exchange-health.column.version'),
      width: 170,
      cell: ({ kind, version }) => version && `${kind === 'edge' ? 'Kamailio' : 'Asterisk'} ${version}`,
    },
    {
      id: 'calls',
      header: t('exchange-health.column.calls'),
      width: 90,
      align: 'end',
      cell: ({ kind, calls }) => kind === 'node' && <span className="figures">{format.number(calls)}</span>,
    },
    {
      id: 'since',
      header: t('exchange-health.column.since'),
      width: 170,
      cell: ({ since }) => format.dateTime(since),
    },
  ];
}

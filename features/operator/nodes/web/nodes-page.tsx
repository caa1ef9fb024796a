import { Alert, Button } from '@mantine/core';
import { OctagonAlert } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable, type TableAnswer } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { nodesApi, type NodeRow } from '../contract.ts';
import { DatabaseCard } from './database-card.tsx';
import { useNodes } from './use-nodes.ts';
import './nodes.css';

const filters = {} as const;
const tones = { working: 'green', draining: 'warning', drained: 'blue', gone: 'red' } as const;

/** Every process of the installation: what it holds, and which is on its way out. Told as it changes. */
export default function NodesPage() {
  const t = useText();
  const state = useTableState('nodes', { filters });
  const columns = useColumns();
  const live = useNodes();
  // What is there before the line is open, and what a failure is told by.
  const first = useEndpoint(nodesApi.list, {}, { handlesFailures: true });
  const nodes = live.nodes ?? first.data;
  if (!nodes)
    return first.error ? <ErrorState error={first.error} onRetry={() => void first.refetch()} /> : <LoadingPage />;
  const answer: TableAnswer<NodeRow> = {
    ...first,
    data: { list: nodes.slice((state.page - 1) * state.size, state.page * state.size), total: nodes.length },
  };
  return (
    <Page>
      <div className="nodes-parts">
        <div>
          <p className="nodes-lead">{t('nodes.lead')}</p>
          <LoneDrain nodes={nodes} />
          <output className="nodes-line">{live.nodes && !live.isLive ? t('nodes.lineLost') : ''}</output>
          <DataTable
            label={t('nodes.name')}
            state={state}
            columns={columns}
            answer={answer}
            rowId={({ nodeId }) => nodeId}
            empty={{ title: t('nodes.none') }}
          />
        </div>
        {live.database && <DatabaseCard database={live.database} />}
      </div>
    </Page>
  );
}

/** Drained, and then left alone: nobody takes calls. Says so, and offers the way out. */
function LoneDrain({ nodes }: { nodes: readonly NodeRow[] }) {
  const t = useText();
  const work = useCommand(nodesApi.work, { done: 'nodes.takenBack' });
  const alone = nodes.find(({ state, isStopping }) => (state === 'draining' || state === 'drained') && !isStopping);
  if (!alone || nodes.some(({ state }) => state === 'working')) return null;
  return (
    <Alert
      variant="light"
      color="red"
      icon={<OctagonAlert size={18} aria-hidden />}
      title={t('nodes.aloneTitle', { name: alone.name })}
    >
      <div className="nodes-alone">
        <span>{t('nodes.aloneBody')}</span>
        <Button size="xs" loading={work.isPending} onClick={() => work.mutate({ nodeId: alone.nodeId })}>
          {t('nodes.takeBackNamed', { name: alone.name })}
        </Button>
      </div>
    </Alert>
  );
}

function useColumns(): Column<NodeRow>[] {
  const t = useText();
  const format = useFormat();
  const figure = (id: 'homes' | 'calls' | 'sockets' | 'jobs', wide = false): Column<NodeRow> => ({
    id,
    wide,
    header: t(`nodes.column.${id}`),
    width: 80,
    align: 'end',
    cell: (node) => <span className="figures">{format.number(node[id])}</span>,
  });
  return [
    {
      id: 'name',
      header: t('nodes.column.name'),
      required: true,
      card: 'title',
      width: 150,
      cell: ({ name, host, pid, isThis }) => (
        <span className="nodes-name">
          <b>{name}</b> {isThis && <Badge tone="blue">{t('nodes.this')}</Badge>}
          <small>{t('nodes.host', { host, pid: String(pid) })}</small>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('nodes.column.state'),
      width: 124,
      cell: ({ state, isStopping, drainUntil }) => (
        <span className="nodes-name">
          <Badge look="dot" tone={tones[state]}>
            {t(`nodes.state.${state}`)}
          </Badge>
          {isStopping && state !== 'gone' && (
            <small>
              {drainUntil === null ? t('nodes.stopping') : t('nodes.stoppingUntil', { until: format.time(drainUntil) })}
            </small>
          )}
        </span>
      ),
    },
    figure('homes'),
    figure('calls'),
    figure('sockets'),
    figure('jobs', true),
    {
      id: 'load',
      header: t('nodes.column.load'),
      width: 70,
      wide: true,
      align: 'end',
      cell: ({ load }) => <span className="figures">{format.percent(load)}</span>,
    },
    {
      id: 'memory',
      header: t('nodes.column.memory'),
      width: 95,
      wide: true,
      align: 'end',
      cell: ({ memoryBytes }) => <span className="figures">{format.bytes(memoryBytes)}</span>,
    },
    {
      id: 'version',
      header: t('nodes.column.version'),
      width: 96,
      wide: true,
      cell: ({ version, build }) => (
        <span className="nodes-name">
          {version}
          <small>{build}</small>
        </span>
      ),
    },
    {
      id: 'started',
      header: t('nodes.column.started'),
      width: 145,
      hidden: true,
      cell: ({ startedAt }) => format.dateTime(startedAt),
    },
    {
      id: 'heard',
      header: t('nodes.column.heard'),
      width: 100,
      wide: true,
      cell: ({ heardAt }) => format.relative(heardAt),
    },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 104,
      align: 'end',
      card: 'beside',
      cell: (node) => <Deed node={node} />,
    },
  ];
}

/** One that vanished, or was told to stop, obeys nobody. */
function Deed({ node: { nodeId, name, state, isStopping } }: { node: NodeRow }) {
  const t = useText();
  const drain = useCommand(nodesApi.drain, { done: 'nodes.drainBegun' });
  const work = useCommand(nodesApi.work, { done: 'nodes.takenBack' });
  if (state === 'gone' || isStopping) return null;
  async function askAndDrain(): Promise<void> {
    const question = { title: t('nodes.drainTitle', { name }), body: t('nodes.drainBody'), yes: t('nodes.drain') };
    if (await confirm(question)) drain.mutate({ nodeId });
  }
  return state === 'working' ? (
    <Button
      size="xs"
      variant="default"
      aria-label={t('nodes.drainNamed', { name })}
      loading={drain.isPending}
      onClick={() => void askAndDrain()}
    >
      {t('nodes.drain')}
    </Button>
  ) : (
    <Button
      size="xs"
      variant="default"
      aria-label={t('nodes.takeBackNamed', { name })}
      loading={work.isPending}
      onClick={() => work.mutate({ nodeId })}
    >
      {t('nodes.takeBack')}
    </Button>
  );
}

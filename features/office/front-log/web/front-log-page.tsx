import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { frontLogApi, type FrontProblem } from '../contract.ts';
import '#platform/web/ui/fact-list.css';
import './front-log.css';

const filters = { search: '' } as const;

/** Mistakes people met in their browsers, the same ones counted together. */
export default function FrontLogPage() {
  const t = useText();
  const state = useTableState('front-log', { filters });
  const { search } = state.filters;
  const answer = useEndpoint(
    frontLogApi.page,
    { page: state.page, size: state.size, ...(search ? { search } : {}) },
    { keepPrevious: true, handlesFailures: true },
  );
  const [open, setOpen] = useState<FrontProblem | null>(null);
  return (
    <Page>
      <p className="problem-hint">{t('front-log.hint')}</p>
      <DataTable
        label={t('front-log.title')}
        state={state}
        columns={useColumns()}
        answer={answer}
        rowId={(problem) => problem.id}
        onOpen={setOpen}
        filters={
          <SearchField
            label={t('front-log.search')}
            value={search}
            onChange={(next) => state.setFilters({ search: next })}
          />
        }
        empty={{ title: t('front-log.empty.title'), hint: t('front-log.empty.hint') }}
      />
      <SidePanel opened={open !== null} onClose={() => setOpen(null)} title={t('front-log.column.message')} size={600}>
        {open && <Problem problem={open} />}
      </SidePanel>
    </Page>
  );
}

function useColumns(): Column<FrontProblem>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'message',
      header: t('front-log.column.message'),
      required: true,
      card: 'title',
      cell: ({ message }) => <span className="problem-message">{message}</span>,
    },
    {
      id: 'count',
      header: t('front-log.column.count'),
      width: 90,
      align: 'end',
      cell: ({ count }) => format.number(count),
    },
    { id: 'path', header: t('front-log.column.path'), width: 220, cell: ({ path }) => path || '–' },
    { id: 'version', header: t('front-log.column.version'), width: 120, cell: ({ version }) => version || '–' },
    {
      id: 'lastSeen',
      header: t('front-log.column.lastSeen'),
      width: 180,
      cell: ({ lastSeen }) => format.dateTime(lastSeen),
    },
  ];
}

function Problem({ problem }: { problem: FrontProblem }) {
  const t = useText();
  const format = useFormat();
  const facts: [string, string][] = [
    [t('front-log.column.count'), format.number(problem.count)],
    [t('front-log.column.firstSeen'), format.dateTime(problem.firstSeen)],
    [t('front-log.column.lastSeen'), format.dateTime(problem.lastSeen)],
    [t('front-log.column.path'), problem.path || '–'],
    [t('front-log.column.version'), problem.version || '–'],
    [t('front-log.column.userAgent'), problem.userAgent || '–'],
  ];
  return (
    <>
      <p className="problem-title">{problem.message}</p>
      <dl className="fact-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {problem.stack && (
        <>
          <h3 className="fact-heading">{t('front-log.column.stack')}</h3>
          <pre className="problem-stack">{problem.stack}</pre>
        </>
      )}
    </>
  );
}

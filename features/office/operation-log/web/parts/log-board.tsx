import { Select } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { DataTable, type DataTableProps } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import type { ChainCheck, ChangedField, LogEntry, operationLogApi } from '../../contract.ts';
import { ChainCheckButton, ChainCheckResult } from './chain-check.tsx';
import { useLogColumns } from './log-columns.tsx';
import { LogFacts } from './log-detail.tsx';
import '../operation-log.css';

type LogEndpoint<D> = Endpoint<z.ZodType<unknown, object>, z.ZodType<D>>;

export interface LogBoardProps {
  /** Under which its columns are kept. */
  id: string;
  /** The calls of the log: a page of it, one entry, and the check of its seals. */
  page: LogEndpoint<{ list: LogEntry[]; total: number; totalCapped: boolean }>;
  entry: LogEndpoint<LogEntry & { changes: ChangedField[] }>;
  verify?: LogEndpoint<ChainCheck>;
  /** Asked for besides what the filters say. */
  more?: object;
  empty: DataTableProps<LogEntry>['empty'];
}

const filters = { who: '', target: '', outcome: '' } as const;

/** A log, searched by who, what and how it went; an entry opens beside it. */
export default function LogBoard({ id, page, entry, verify, more = {}, empty }: LogBoardProps) {
  const t = useText();
  const state = useTableState(id, { filters });
  const { who, target, outcome } = state.filters;
  const answer = usePage(page, {
    page: state.page,
    size: state.size,
    ...(who ? { userName: who } : {}),
    ...(target ? { target } : {}),
    ...(outcome ? { outcome } : {}),
    ...more,
  });
  // Without a check there is no button that would ask for it.
  const checking = useCommand((verify ?? entry) as unknown as typeof operationLogApi.verify);
  const [openId, setOpenId] = useState<number | null>(null);
  return (
    <div className="log-page">
      {checking.data && <ChainCheckResult check={checking.data} onClose={checking.reset} />}
      <DataTable
        label={t('operation-log.title')}
        state={state}
        columns={useLogColumns()}
        answer={answer}
        rowId={(one) => one.id}
        onOpen={(one) => setOpenId(one.id)}
        filters={
          <>
            <SearchField
              label={t('operation-log.filter.who')}
              width={180}
              value={who}
              onChange={(next) => state.setFilters({ who: next })}
            />
            <SearchField
              label={t('operation-log.filter.target')}
              width={200}
              value={target}
              onChange={(next) => state.setFilters({ target: next })}
            />
            <Select
              w={170}
              clearable
              aria-label={t('operation-log.filter.outcome')}
              placeholder={t('operation-log.filter.outcome')}
              data={[
                { value: 'done', label: t('operation-log.done') },
                { value: 'refused', label: t('operation-log.refused') },
              ]}
              value={outcome || null}
              onChange={(next) => state.setFilters({ outcome: next ?? '' })}
            />
          </>
        }
        actions={verify && <ChainCheckButton checking={checking.isPending} onCheck={() => checking.mutate({})} />}
        empty={empty}
      />
      <SidePanel
        opened={openId !== null}
        onClose={() => setOpenId(null)}
        title={openId === null ? '' : t('operation-log.detail.title', { id: String(openId) })}
        size={560}
      >
        {openId !== null && <Entry id={openId} entry={entry} />}
      </SidePanel>
    </div>
  );
}

function Entry({ id, entry }: { id: number } & Pick<LogBoardProps, 'entry'>) {
  const { data, error, refetch } = useEndpoint(entry, { id }, { staleMs: Infinity, handlesFailures: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <LogFacts entry={data} /> : <LoadingLines lines={6} />;
}

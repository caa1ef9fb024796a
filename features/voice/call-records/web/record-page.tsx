import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { downloadsApi } from '#features/office/downloads/contract.ts';
import { useArrangedColumns } from '#features/customers/field-config/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { callRecordsApi } from '../contract.ts';
import { NewCallsBar } from './parts/new-calls-bar.tsx';
import { useRecordColumns } from './parts/record-columns.tsx';
import { menuColumn } from './parts/record-menu.tsx';
import { RecordFilterBar } from './parts/record-filter-bar.tsx';
import { RetentionButton } from './parts/retention-button.tsx';
import { lastDays, recordFilters, recordQuery } from './record-query.ts';
import { useNewCalls } from './use-new-calls.ts';
import './record-page.css';

/** One call in full, and what plays it, come when one is opened. */
const RecordPanel = lazy(() => import('./detail/record-panel.tsx'));

const PAGE_SIZE = 10;
const MONTH_DAYS = 30;

/** The calls of the reader, or of everybody for those who may see them: found, looked into, listened to. */
export default function RecordPage() {
  const t = useText();
  const can = useCan();
  const zone = useViewer()?.timeZone || browserZone();
  // What "today" means is asked again whenever a call ends: a page may stand open over midnight.
  const [nowMs, setNowMs] = useState(() => Date.now());
  const refreshNow = useCallback(() => setNowMs(Date.now()), []);
  const state = useTableState('call-records', { filters: recordFilters, size: PAGE_SIZE });
  const filter = recordQuery(state.filters, zone, nowMs);
  const wanted = { page: state.page, size: state.size, ...filter };
  const answer = usePage(callRecordsApi.page, wanted);
  const news = useNewCalls(wanted, refreshNow);
  const exporting = useCommand(callRecordsApi.exportPage, {
    done: 'call-records.exported',
    invalidates: [downloadsApi.list],
  });
  // Beside whom it was with, where the menu is in sight on small screens as well.
  const columns = useArrangedColumns('callRecords', useRecordColumns()).flatMap((column) =>
    column.id === 'customer' ? [column, menuColumn] : [column],
  );
  const [openId, open] = useOpenRecord();
  const month = (
    <Button
      variant="default"
      onClick={() => state.setFilters({ ...lastDays(MONTH_DAYS, nowMs, zone), since: '', until: '' })}
    >
      {t('call-records.empty.action')}
    </Button>
  );
  return (
    <Page>
      <div className="record-page">
        <DataTable
          label={t('call-records.title')}
          state={state}
          columns={columns}
          answer={answer}
          rowId={({ callId }) => callId}
          onOpen={({ callId }) => open(callId)}
          filters={
            <RecordFilterBar
              filters={state.filters}
              zone={zone}
              nowMs={nowMs}
              agentName={answer.data?.list.find(({ userId }) => String(userId) === state.filters.agent)?.userName ?? ''}
              onChange={state.setFilters}
            />
          }
          actions={can('call-records.edit') && <RetentionButton />}
          {...(can('call-records.export') ? { onExport: () => exporting.mutate(filter) } : {})}
          exporting={exporting.isPending}
          empty={{ title: t('call-records.empty.title'), hint: t('call-records.empty.hint'), action: month }}
        />
        <NewCallsBar count={news.count} onShow={news.show} />
        <Later opened={openId !== null}>
          <RecordPanel callId={openId} callIds={answer.data?.list.map(({ callId }) => callId) ?? []} onOpen={open} />
        </Later>
      </div>
    </Page>
  );
}

/** Which call is open, as the address says: a link to it opens it, and Back closes it. */
function useOpenRecord(): [string | null, (callId: string | null) => void] {
  const [query, setQuery] = useAddressQuery();
  const openId = query.get('call');
  const open = (callId: string | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (callId === null) next.delete('call');
        else next.set('call', callId);
        return next;
      },
      { replace: openId !== null, preventScrollReset: true },
    );
  return [openId, open];
}

import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { useText } from '#platform/web/i18n.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import type { EntryFilter, MoneyEntry } from '../../contract.ts';
import { entryDays, entryFilters, entryQuery } from '../entry-query.ts';
import { useEntryColumns } from './entry-columns.tsx';
import { EntryFilterFields } from './entry-filter-fields.tsx';
import '../ledger.css';

export interface EntriesBoardProps {
  /** Under which its columns are kept. */
  id: string;
  currency: string;
  /** The call that answers a page of them. */
  page: Endpoint<z.ZodType<unknown, object>, z.ZodType<{ list: MoneyEntry[]; total: number; totalCapped: boolean }>>;
  /** Asked for besides what the filters say. */
  more: object;
  /** Has what is shown as a file. */
  onFile: (filter: EntryFilter) => Promise<unknown>;
}

/** What a tenant paid and used, for somebody who is not of it: looked at by days and kinds, and fetched as a file. */
export default function EntriesBoard({ id, currency, page, more, onFile }: EntriesBoardProps) {
  const t = useText();
  const zone = useViewer()?.timeZone || browserZone();
  const [nowMs] = useState(() => Date.now());
  const [isFetching, setFetching] = useState(false);
  const state = useTableState(id, { filters: entryFilters });
  const filter = entryQuery(state.filters, zone, nowMs);
  const answer = usePage(page, { page: state.page, size: state.size, ...filter, ...more });
  const fetchFile = () => {
    setFetching(true);
    void onFile(filter).finally(() => setFetching(false));
  };
  return (
    <DataTable
      label={t('ledger.entries')}
      state={state}
      columns={useEntryColumns(currency, false)}
      answer={answer}
      rowId={({ id: entryId }) => entryId}
      filters={
        <EntryFilterFields
          filters={state.filters}
          days={entryDays(state.filters, zone, nowMs)}
          onChange={state.setFilters}
        />
      }
      actions={
        <Button
          variant="default"
          leftSection={<Download size={15} aria-hidden />}
          loading={isFetching}
          onClick={fetchFile}
        >
          CSV
        </Button>
      }
      empty={{ title: t('ledger.empty'), hint: t('ledger.emptyHint') }}
    />
  );
}

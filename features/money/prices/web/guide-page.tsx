import { Alert, Button } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { priceGuideApi, type GuidePrice } from '../contract.ts';
import { NumberPriceCard } from './parts/number-prices.tsx';
import { usePriceColumns } from './parts/price-columns.tsx';
import { PriceFilterFields, priceFilters, searchOf } from './parts/price-filters.tsx';
import './prices.css';

const ComingPanel = lazy(() => import('./parts/coming-panel.tsx'));

/** What the team pays. */
export default function GuidePage() {
  const t = useText();
  const format = useFormat();
  const state = useTableState('prices-guide', { filters: priceFilters });
  const search = searchOf(state.filters);
  const answer = usePage(priceGuideApi.guide, { page: state.page, size: state.size, ...search });
  const { currency = '', since = null, nextAt = null } = answer.data ?? {};
  const [showsNext, setShowsNext] = useState(false);
  const exporting = useCommand(priceGuideApi.guideExport, { onDone: () => void toastExportBegun() });
  const columns = usePriceColumns<GuidePrice>(currency);
  return (
    <Page>
      <div className="prices">
        {nextAt && (
          <Alert variant="light" role="status" icon={<CalendarClock size={18} aria-hidden />} className="prices-next">
            <span>{t('prices.next.begins', { date: format.dateTime(nextAt) })}</span>
            <Button variant="default" size="xs" onClick={() => setShowsNext(true)}>
              {t('prices.next.show')}
            </Button>
          </Alert>
        )}
        {currency !== '' && <NumberPriceCard currency={currency} />}
        <DataTable
          label={t('prices.guide.name')}
          state={state}
          columns={[
            ...columns,
            {
              id: 'whose',
              header: t('prices.guide.whose'),
              width: 130,
              wide: true,
              cell: ({ isOwn }) => t(isOwn ? 'prices.guide.own' : 'prices.guide.general'),
            },
          ]}
          answer={answer}
          rowId={({ id }) => id}
          filters={<PriceFilterFields filters={state.filters} onChange={state.setFilters} />}
          onExport={() => exporting.mutate({ file: 'xlsx', ...search })}
          exporting={exporting.isPending}
          empty={{ title: t('prices.guide.empty'), hint: t('prices.guide.emptyHint') }}
        />
        {since && <p className="prices-since">{t('prices.guide.since', { date: format.dateTime(since), currency })}</p>}
      </div>
      {showsNext && (
        <Suspense>
          <ComingPanel currency={currency} onClose={() => setShowsNext(false)} />
        </Suspense>
      )}
    </Page>
  );
}

import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { Pages } from '#platform/web/ui/pages.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { priceChangeKinds, priceGuideApi, type ComingPrices, type PriceLine } from '../../contract.ts';
import { usePriceWords } from '../use-price-words.ts';

const SIZE = 20;

/** What the next prices change for the team. */
export default function ComingPanel({ currency, onClose }: { currency: string; onClose: () => void }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useEndpoint(
    priceGuideApi.guideNext,
    { page, size: SIZE },
    { keepPrevious: true, handlesFailures: true },
  );
  return (
    <SidePanel opened onClose={onClose} size={640} title={t('prices.next.title')}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines lines={8} />
      ) : (
        <div className="prices-coming">
          <Counts coming={data} />
          {data.total === 0 ? (
            <EmptyState title={t('prices.next.nothing')} />
          ) : (
            <>
              <Changes coming={data} currency={currency} />
              <Pages pages={Math.ceil(data.total / SIZE)} page={page} onPage={setPage} />
            </>
          )}
        </div>
      )}
    </SidePanel>
  );
}

function Counts({ coming: { beginsAt, isOwn, counts } }: { coming: ComingPrices }) {
  const t = useText();
  const format = useFormat();
  const parts = priceChangeKinds.flatMap((kind) =>
    counts[kind] > 0 ? [t(`prices.next.${kind}`, { count: counts[kind] })] : [],
  );
  return (
    <>
      <p>{t(isOwn ? 'prices.next.own' : 'prices.next.general', { date: format.dateTime(beginsAt) })}</p>
      {parts.length > 0 && <p>{format.list(parts)}</p>}
    </>
  );
}

function Changes({ coming: { list }, currency }: { coming: ComingPrices; currency: string }) {
  const t = useText();
  const words = usePriceWords(currency);
  const shown = (price: PriceLine | null) =>
    price ? [words.each(price), words.counted(price)].filter(Boolean).join(' · ') : '–';
  return (
    <div className="prices-scroll">
      <table className="prices-table" aria-label={t('prices.next.title')}>
        <thead>
          <tr>
            <th scope="col">{t('prices.what')}</th>
            <th scope="col">{t('prices.next.before')}</th>
            <th scope="col">{t('prices.next.after')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ change, before, after }) => {
            const one = (after ?? before)!;
            return (
              <tr key={`${before?.id} ${after?.id}`} data-change={change}>
                <th scope="row">
                  {words.what(one)} <small>{words.where(one)}</small>
                </th>
                <td className="figures">{shown(before)}</td>
                <td className="figures">{shown(after)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

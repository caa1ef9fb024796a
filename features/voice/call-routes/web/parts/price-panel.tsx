import { Button, NativeSelect } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { minorText } from '#platform/web/minor-units.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { Pages } from '#platform/web/ui/pages.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { importPrices, routesApi, type ImportedPrices, type Trunk } from '../../contract.ts';
import { ImportResult } from './import-result.tsx';
import '../prices.css';

const SIZE = 20;

export interface PricePanelProps {
  trunk: Pick<Trunk, 'id' | 'name'>;
  mayEdit: boolean;
  onClose: () => void;
}

/** What calls over a trunk cost, by the first digits of the number; a new list comes from a file. */
export default function PricePanel({ trunk, mayEdit, onClose }: PricePanelProps) {
  const t = useText();
  const [prefix, setPrefix] = useState('');
  const [page, setPage] = useState(1);
  const prices = useEndpoint(
    routesApi.prices,
    { path: 'costs.page', trunkId: trunk.id, prefix, page, size: SIZE },
    { keepPrevious: true, handlesFailures: true },
  );
  const total = prices.data?.total ?? 0;
  return (
    <SidePanel opened onClose={onClose} size={560} title={t('routes.pricesNamed', { name: trunk.name })}>
      <div className="routes-prices">
        <p>{t('routes.price.lead')}</p>
        {mayEdit && prices.data && <PriceImport trunkId={trunk.id} currency={prices.data.currency} />}
        <div className="routes-price-tools">
          <SearchField
            label={t('routes.price.search')}
            value={prefix}
            onChange={(typed) => {
              setPrefix(typed.replace(/\D/g, '').slice(0, 15));
              setPage(1);
            }}
          />
          {mayEdit && total > 0 && prefix === '' && <ClearButton trunkId={trunk.id} count={total} />}
        </div>
        {prices.error && !prices.data ? (
          <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />
        ) : !prices.data ? (
          <LoadingLines lines={6} />
        ) : total === 0 ? (
          <EmptyState
            title={t(prefix === '' ? 'routes.price.none' : 'ui.noMatch.title')}
            hint={t(prefix === '' ? 'routes.price.noneHint' : 'ui.noMatch.hint')}
          />
        ) : (
          <>
            <PriceRows list={prices.data.list} currency={prices.data.currency} />
            <Pages pages={Math.ceil(total / SIZE)} page={page} onPage={setPage} />
          </>
        )}
      </div>
    </SidePanel>
  );
}

function PriceRows({ list, currency }: { list: readonly { prefix: string; perMinute: number }[]; currency: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <table className="routes-price-table" aria-label={t('routes.prices')}>
      <thead>
        <tr>
          <th scope="col">{t('routes.price.prefix')}</th>
          <th scope="col">{t('routes.price.perMinute')}</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ prefix, perMinute }) => (
          <tr key={prefix}>
            <td className="figures">+{prefix}</td>
            <td className="figures">{minorText(perMinute, currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Takes a list from a file: all of it, or nothing and why. */
function PriceImport({ trunkId, currency }: { trunkId: number; currency: string }) {
  const t = useText();
  const language = useLanguage();
  const [mode, setMode] = useState<'replace' | 'add'>('replace');
  const [result, setResult] = useState<ImportedPrices | null>(null);
  return (
    <div className="routes-price-import">
      <NativeSelect
        label={t('routes.price.mode')}
        data={(['replace', 'add'] as const).map((value) => ({ value, label: t(`routes.price.mode.${value}`) }))}
        value={mode}
        onChange={(event) => setMode(event.currentTarget.value as typeof mode)}
      />
      <UploadField
        endpoint={importPrices}
        input={{ trunkId, mode }}
        label={t('routes.price.upload')}
        hint={t('routes.price.uploadHint', { price: minorText(1.25, currency, language) })}
        onDone={(data) => {
          setResult(data);
          void invalidate(routesApi.prices);
          void invalidate(routesApi.listTrunks);
        }}
      />
      {result && <ImportResult result={result} />}
    </div>
  );
}

function ClearButton({ trunkId, count }: { trunkId: number; count: number }) {
  const t = useText();
  const format = useFormat();
  const clear = useCommand(routesApi.clearPrices, {
    invalidates: [routesApi.prices, routesApi.listTrunks],
    onDone: ({ removed }) => toast({ tone: 'success', text: t('routes.price.cleared', { count: removed }) }),
  });
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('routes.price.clearAsk', { count: format.number(count) }),
      body: t('routes.price.clearAskHint'),
      yes: t('routes.price.clear'),
      danger: true,
    });
    if (isSure) clear.mutate({ path: 'costs.clear', trunkId });
  };
  return (
    <Button
      variant="default"
      leftSection={<Trash2 size={15} aria-hidden />}
      loading={clear.isPending}
      onClick={() => void ask()}
    >
      {t('routes.price.clear')}
    </Button>
  );
}

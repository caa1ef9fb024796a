import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { smsApi } from '../contract.ts';
import { CountryPrices } from './parts/country-prices.tsx';
import { OptOuts } from './parts/opt-outs.tsx';
import { ProviderForm } from './parts/provider-form.tsx';
import './sms.css';

/** Who carries messages, where they may go and at which price, and who wants none. */
export default function SettingsPage() {
  const t = useText();
  const can = useCan();
  const { data, error, refetch } = useEndpoint(smsApi.settings, {}, { handlesFailures: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  return (
    <Page narrow>
      <Card title={t('sms.settings.provider')}>
        <div className="sms-settings">
          <section>
            <p className="sms-hint">{t('sms.settings.codesToo')}</p>
            <ProviderForm key={data.kind} settings={data} />
          </section>
        </div>
      </Card>
      <Card title={t('sms.settings.countries')}>
        <div className="sms-settings">
          <section>
            <CountryPrices settings={data} />
          </section>
        </div>
      </Card>
      {can('sms.view') && (
        <Card title={t('sms.settings.optOuts')}>
          <div className="sms-settings">
            <section>
              <OptOuts />
            </section>
          </div>
        </Card>
      )}
    </Page>
  );
}

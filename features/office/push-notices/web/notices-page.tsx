import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { pushNoticesApi } from '../contract.ts';
import { DeviceRows } from './parts/device-rows.tsx';
import { ThisDevice } from './parts/this-device.tsx';
import './notices.css';

/** Which of my devices tell me what waits, and of what. */
export default function NoticesPage() {
  const t = useText();
  const viewer = useViewer();
  const { data, error, refetch } = useEndpoint(pushNoticesApi.list, {}, { handlesFailures: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Page narrow>
      <div className="notices">
        <Card title={t('push-notices.here.title')}>
          {data && viewer ? (
            <ThisDevice userId={viewer.userId} device={data.find(({ current }) => current) ?? null} />
          ) : (
            <LoadingLines lines={3} />
          )}
        </Card>
        <Card title={t('push-notices.devices.title')}>
          {data ? <DeviceRows devices={data} /> : <LoadingLines lines={3} />}
        </Card>
      </div>
    </Page>
  );
}

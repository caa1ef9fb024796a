import { Suspense, useEffect } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { devicesApi } from '#features/team/devices/contract.ts';
import { RegisteredDevices } from '#features/team/devices/web/index.ts';

/** The browsers and phones of the viewer. `onChanged` is told when there are more or fewer than before. */
export function DevicesCard({ onChanged }: { onChanged: () => void }) {
  const t = useText();
  const count = useEndpoint(devicesApi.list, {}, { handlesFailures: true }).data?.length;
  useEffect(() => {
    if (count !== undefined) onChanged();
    // Only the number of devices tells; the function is a new one each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count]);
  return (
    <Card title={t('account.security.devices')}>
      <Suspense fallback={<LoadingLines />}>
        <RegisteredDevices />
      </Suspense>
    </Card>
  );
}

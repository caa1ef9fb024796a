import { Button } from '@mantine/core';
import { agentsApi } from '#features/team/agents/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorLine } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';

/** What rings for me: the page, or the phone that is bound to my account. Who was given a SIP phone is told so. */
export function OwnDeviceCard() {
  const t = useText();
  const { data: own, error, refetch } = useEndpoint(agentsApi.ownDevice, {}, { handlesFailures: true });
  const change = useCommand(agentsApi.setOwnDevice, { invalidates: [agentsApi.ownDevice], done: 'ui.saved' });
  if (!own)
    return error ? (
      <Card title={t('softphone.device.rings')}>
        <ErrorLine error={error} onRetry={() => void refetch()} />
      </Card>
    ) : null;
  const { device, mobileNumber, provenPhone } = own;
  const next = device === 'mobile' ? 'browser' : 'mobile';
  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: t(next === 'mobile' ? 'softphone.device.toMobileAsk' : 'softphone.device.toPageAsk', {
        number: spokenNumber(provenPhone),
      }),
      body: t('softphone.device.askHint'),
      yes: t(next === 'mobile' ? 'softphone.device.toMobile' : 'softphone.device.toPage'),
    });
    if (isSure) change.mutate({ device: next }, { onSuccess: () => window.location.reload() });
  }
  return (
    <Card title={t('softphone.device.rings')}>
      <p>
        {device === 'mobile'
          ? t('softphone.device.mobileNow', { number: spokenNumber(mobileNumber) })
          : t(device === 'sipPhone' ? 'softphone.device.sipNow' : 'softphone.device.pageNow')}
      </p>
      {device !== 'sipPhone' && (device === 'mobile' || provenPhone !== '') && (
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => void ask()}>
          {t(next === 'mobile' ? 'softphone.device.toMobile' : 'softphone.device.toPage')}
        </Button>
      )}
      {device === 'browser' && provenPhone === '' && <p>{t('softphone.device.bindFirst')}</p>}
    </Card>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Networks } from '#core/network/network.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { NetworksField } from '#platform/web/ui/form/networks-field.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { accessApi } from '../../contract.ts';
import '#platform/web/load-zod.ts';

/** From which networks people may work; for owners alone. */
export function NetworksCard() {
  const isOwner = useEndpoint(accountApi.info, {}, { handlesFailures: true }).data?.isTenantOwner ?? false;
  const { data } = useEndpoint(accessApi.networks, {}, { enabled: isOwner });
  return data ? <NetworksForm key={data.networks.join()} saved={data.networks} yourAddress={data.yourAddress} /> : null;
}

/** A list as text, saved by its button: half a list would shut people out. */
function NetworksForm({ saved, yourAddress }: { saved: string[]; yourAddress: string }) {
  const t = useText();
  const [networks, setNetworks] = useState(saved);
  const isSavable = Networks.safeParse(networks).success && networks.join() !== saved.join();
  const set = useCommand(accessApi.setNetworks, {
    invalidates: [accessApi.networks],
    done: 'ui.saved',
    handlesFailures: true,
  });

  async function save(): Promise<void> {
    try {
      await set.mutateAsync({ networks });
    } catch (error) {
      if (!(error instanceof Failure) || error.name !== 'networksShutYouOut') return handleFailure(error);
      const address = error.detail;
      const isMeant = await confirm({
        title: t('access.networks.shutsOutTitle'),
        body: t('access.networks.shutsOut', { address }),
        yes: t('access.networks.shutMeOut'),
        danger: true,
      });
      if (isMeant) await set.mutateAsync({ networks, shutsOut: address }).catch(handleFailure);
    }
  }

  return (
    <Card title={t('access.networks.title')}>
      <NetworksField
        label={t('access.networks.label')}
        description={t('access.networks.hint', { address: yourAddress })}
        networks={saved}
        onChange={setNetworks}
      />
      <div className="access-save">
        <Button disabled={!isSavable} loading={set.isPending} onClick={() => void save()}>
          {t('ui.save')}
        </Button>
      </div>
    </Card>
  );
}

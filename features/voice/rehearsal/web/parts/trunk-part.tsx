import { Button } from '@mantine/core';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { homeApi } from '#features/office/home/contract.ts';
import { routesApi } from '#features/voice/call-routes/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { ErrorLine } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { rehearsalApi } from '../../contract.ts';

/** A trunk and a number to rehearse with, in one click, and away again. */
export default function TrunkPart() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(rehearsalApi.trunk, {}, { handlesFailures: true });
  const invalidates = [rehearsalApi.trunk, rehearsalApi.stage, routesApi.listTrunks, homeApi.guide];
  const add = useCommand(rehearsalApi.addTrunk, { invalidates, done: 'rehearsal.trunk.added' });
  const remove = useCommand(rehearsalApi.removeTrunk, { invalidates, done: 'rehearsal.trunk.removed' });
  if (!data) return error ? <ErrorLine error={error} onRetry={() => void refetch()} /> : null;

  async function askAndRemove(): Promise<void> {
    const yes = await confirm({
      title: t('rehearsal.trunk.removeTitle'),
      body: t('rehearsal.trunk.removeText'),
      yes: t('rehearsal.trunk.remove'),
      danger: true,
    });
    if (yes) remove.mutate({});
  }

  if (!data.isThere)
    return (
      <Button size="xs" loading={add.isPending} onClick={() => add.mutate({})}>
        {t('rehearsal.trunk.add')}
      </Button>
    );
  return (
    <>
      <p>
        {t('rehearsal.trunk.there', { numbers: data.numbers.map((number) => spokenNumber(number)).join(', ') || '–' })}
      </p>
      <Button size="xs" variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
        {t('rehearsal.trunk.remove')}
      </Button>
    </>
  );
}

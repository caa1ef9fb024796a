import { Button, Group, Text } from '@mantine/core';
import type { Flow } from '#core/flow/flow.ts';
import { useNavigate } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { flowsApi } from '../../contract.ts';

/** Somebody else saved meanwhile: nothing is overwritten and nothing is lost. */
export function Clash({ detail, flow, name, onReload }: { detail: string; flow: Flow; name: string; onReload(): void }) {
  const t = useText();
  const navigate = useNavigate();
  const keep = useCommand(flowsApi.importFile, { invalidates: [flowsApi.page], onDone: ({ id }) => void navigate(`/robot/flows/${id}`) });
  return (
    <Dialog opened onClose={onReload} title={t('flows.clash.title')}>
      <Text size="sm">{t('flows.clash.body', { who: detail })}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate({ name: t('flows.copyOf', { name }).slice(0, 60), file: { openseat: 'flow', name: t('flows.copyOf', { name }).slice(0, 60), flow, names: [] } })}>{t('flows.clash.keep')}</Button>
        <Button onClick={onReload}>{t('flows.clash.load')}</Button>
      </Group>
    </Dialog>
  );
}

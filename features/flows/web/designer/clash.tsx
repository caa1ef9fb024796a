import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Flow } from '#core/flow/flow.ts';
import { useFormat, type Format } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { flowsApi } from '../../contract.ts';

const WHO_AND_WHEN = /^(.*), (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC$/s;

/** Somebody else saved meanwhile: nothing is overwritten, and nothing is lost before one of the two was chosen. */
export function Clash({ id, detail, flow, name, onReload }: { id: number; detail: string; flow: Flow; name: string; onReload(): void }) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [copy, setCopy] = useState(() => t('flows.copyOf', { name }).slice(0, 60));
  const keep = useCommand(flowsApi.duplicate, { invalidates: [flowsApi.page], onDone: (made) => void navigate(`/robot/flows/${made.id}`) });
  return (
    <Dialog opened mustChoose onClose={onReload} title={t('flows.clash.title')}>
      <Text size="sm" mb="sm">{t('flows.clash.body', { who: whoAndWhen(detail, format) })}</Text>
      <TextInput label={t('flows.clash.name')} maxLength={60} value={copy} onChange={(event) => setCopy(event.currentTarget.value)} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onReload}>{t('flows.clash.load')}</Button>
        <Button data-autofocus loading={keep.isPending} disabled={copy.trim() === ''} onClick={() => keep.mutate({ id, name: copy.trim(), flow })}>{t('flows.clash.keep')}</Button>
      </Group>
    </Dialog>
  );
}

/** The server writes the time of the whole world; people read their own. */
function whoAndWhen(detail: string, format: Format): string {
  const [, who, when] = WHO_AND_WHEN.exec(detail) ?? [];
  return who === undefined || when === undefined ? detail : `${who} (${format.dateTime(when)})`;
}

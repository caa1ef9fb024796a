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

interface ClashProps {
  /** Who saved it and when; null: it was deleted. */
  detail: string | null;
  flow: Flow;
  name: string;
  onReload(): void;
}

/** Somebody else saved or deleted it meanwhile: nothing is overwritten, and nothing is lost before one of the two was chosen. */
export function Clash({ detail, flow, name, onReload }: ClashProps) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [copy, setCopy] = useState(() => (detail === null ? name : t('flows.copyOf', { name })).slice(0, 60));
  const keep = useCommand(flowsApi.add, {
    invalidates: [flowsApi.page],
    onDone: (made) => void navigate(`/robot/flows/${made.id}`),
  });
  return (
    <Dialog opened mustChoose onClose={onReload} title={t(detail === null ? 'flows.gone.title' : 'flows.clash.title')}>
      <Text size="sm" mb="sm">
        {detail === null ? t('flows.gone.body') : t('flows.clash.body', { who: whoAndWhen(detail, format) })}
      </Text>
      <TextInput
        label={t('flows.clash.name')}
        maxLength={60}
        value={copy}
        onChange={(event) => setCopy(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        {detail === null ? (
          <Button variant="default" onClick={() => void navigate('/robot/flows')}>
            {t('flows.gone.leave')}
          </Button>
        ) : (
          <Button variant="default" onClick={onReload}>
            {t('flows.clash.load')}
          </Button>
        )}
        <Button
          data-autofocus
          loading={keep.isPending}
          disabled={copy.trim() === ''}
          onClick={() => keep.mutate({ name: copy.trim(), remark: '', flow })}
        >
          {t('flows.clash.keep')}
        </Button>
      </Group>
    </Dialog>
  );
}

/** The server writes the time of the whole world; people read their own. */
function whoAndWhen(detail: string, format: Format): string {
  const [, who, when] = WHO_AND_WHEN.exec(detail) ?? [];
  return who === undefined || when === undefined ? detail : `${who} (${format.dateTime(when)})`;
}

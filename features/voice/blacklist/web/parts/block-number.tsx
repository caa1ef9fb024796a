import { Button } from '@mantine/core';
import { Ban } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { blacklistApi } from '../../contract.ts';

/** Keeps the number of a call out, once asked. */
export default function BlockNumber({ callId }: { callId: string }) {
  const t = useText();
  const block = useCommand(blacklistApi.addCaller, { invalidates: [blacklistApi.page], done: 'blacklist.blocked' });
  async function ask(): Promise<void> {
    if (
      await confirm({
        title: t('blacklist.blockTitle'),
        body: t('blacklist.blockBody'),
        yes: t('blacklist.block'),
        danger: true,
      })
    )
      block.mutate({ callId });
  }
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      leftSection={<Ban size={14} aria-hidden />}
      loading={block.isPending}
      onClick={() => void ask()}
    >
      {t('blacklist.block')}
    </Button>
  );
}

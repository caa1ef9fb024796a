import { Button, Progress } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { carriersApi } from '../../contract/carriers.ts';
import { SyncPreview } from './sync-preview.tsx';
import { useTroubleText } from './sync-words.ts';

/** Asked again while it is being read, for a page whose pushes do not come. */
const LOOK_AGAIN_MS = 4_000;

/** Reads an account's numbers, tells how far it is, and what is new. */
export function SyncPart({ accountId, name }: { accountId: number; name: string }) {
  const t = useText();
  const [isWatched, setWatched] = useState(false);
  const { data, error, refetch } = useEndpoint(
    carriersApi.syncState,
    { accountId },
    { handlesFailures: true, ...(isWatched ? { everyMs: LOOK_AGAIN_MS } : {}) },
  );
  if (data && (data.state === 'reading') !== isWatched) setWatched(data.state === 'reading');
  const why = useTroubleText(data?.trouble ?? '');
  const sync = useCommand(carriersApi.sync, { invalidates: [carriersApi.syncState] });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { state, trouble, readCount, total } = data;
  const isReading = state === 'reading';
  return (
    <div className="numbers-sync">
      <div className="numbers-account">
        <output>
          {isReading && t('did-numbers.sync.reading', { count: readCount })}
          {isReading && trouble === 'busy' && ` ${t('did-numbers.sync.waits')}`}
          {state === 'failed' && why}
        </output>
        <Button
          size="xs"
          leftSection={<RefreshCw size={14} aria-hidden />}
          aria-label={t('did-numbers.sync.startNamed', { name })}
          loading={isReading || sync.isPending}
          onClick={() => sync.mutate({ accountId })}
        >
          {t('did-numbers.sync.start')}
        </Button>
      </div>
      {isReading && (
        <Progress
          aria-label={t('did-numbers.sync.progress')}
          value={total ? Math.min(100, (readCount / total) * 100) : 100}
          animated={!total}
        />
      )}
      {state === 'ready' && <SyncPreview key={String(data.startedAt)} accountId={accountId} found={data} />}
    </div>
  );
}

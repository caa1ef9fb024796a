import { Button } from '@mantine/core';
import { MessagesSquare, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { chatCarriersApi } from '#features/chat/chat-carriers/contract.ts';
import { CarrierAccounts } from '#features/chat/chat-carriers/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page, Toolbar } from '#platform/web/ui/page.tsx';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { chatChannelsApi, type ChatChannel } from '../contract.ts';
import { ChannelCard, type NewSecret } from './parts/channel-card.tsx';
import { ChannelEditor } from './parts/channel-editor.tsx';
import './channels.css';

const BlendingCard = lazy(() => import('./parts/blending-card.tsx'));

/** Where customers write from: each channel with its page, its script for web sites and its settings; and accounts at carriers. */
export default function ChannelsPage() {
  const t = useText();
  const can = useCan();
  const mayEdit = can('chat-channels.edit');
  const carried = useEndpoint(chatCarriersApi.list, {}, { enabled: can('chat-carriers.view'), handlesFailures: true });
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useEndpoint(chatChannelsApi.list, {}, { handlesFailures: true });
  const [edited, setEdited] = useState<ChatChannel | 'new' | null>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;

  const add = mayEdit && (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => (can('chat-carriers.edit') ? setAdding(true) : setEdited('new'))}
    >
      {t('chat-channels.add')}
    </Button>
  );
  const isEmpty = data.length === 0 && (carried.data ?? []).length === 0;
  return (
    <Page>
      <Toolbar actions={!isEmpty && add}>
        <p>{t('chat-channels.lead')}</p>
      </Toolbar>
      {isEmpty && (
        <Card>
          <EmptyState
            icon={<MessagesSquare size={22} />}
            title={t('chat-channels.none')}
            hint={t('chat-channels.noneHint')}
            action={add}
          />
        </Card>
      )}
      <div className="channels">
        {data.map((channel) => (
          <ChannelCard
            key={channel.id}
            channel={channel}
            mayEdit={mayEdit}
            onEdit={() => setEdited(channel)}
            onSecret={setSecret}
          />
        ))}
        {can('chat-carriers.view') && (
          <Suspense fallback={null}>
            <CarrierAccounts
              isAdding={isAdding}
              onChosen={(kind) => {
                setAdding(false);
                if (kind === 'web') setEdited('new');
              }}
            />
          </Suspense>
        )}
        {can('agent-groups.view') && (
          <Suspense fallback={null}>
            <BlendingCard />
          </Suspense>
        )}
      </div>
      {edited && <ChannelEditor channel={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {secret && (
        <ShownOnce
          title={t('chat-channels.secretTitle', { name: secret.name })}
          hint={t('chat-channels.secretHint')}
          value={secret.secret}
          copy={t('chat-channels.secretCopy')}
          done={t('chat-channels.secretDone')}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  );
}

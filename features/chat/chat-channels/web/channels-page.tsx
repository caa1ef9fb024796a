import { ActionIcon, Button, Group } from '@mantine/core';
import { ExternalLink, KeyRound, MessagesSquare, Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { chatCarriersApi } from '#features/chat/chat-carriers/contract.ts';
import { CarrierAccounts } from '#features/chat/chat-carriers/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Card, Page, Toolbar } from '#platform/web/ui/page.tsx';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { chatChannelsApi, type ChatChannel } from '../contract.ts';
import { ChannelEditor } from './parts/channel-editor.tsx';
import './channels.css';

/** Where customers write from: each channel with its page, its script for web sites and its settings; and accounts at carriers. */
export default function ChannelsPage() {
  const t = useText();
  const can = useCan();
  const mayEdit = can('chat-channels.edit');
  const carried = useEndpoint(chatCarriersApi.list, {}, { enabled: can('chat-carriers.view'), handlesFailures: true });
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useEndpoint(chatChannelsApi.list, {}, { handlesFailures: true });
  const [edited, setEdited] = useState<ChatChannel | 'new' | null>(null);
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null);
  const renew = useCommand(chatChannelsApi.secret, { invalidates: [chatChannelsApi.list] });
  const remove = useCommand(chatChannelsApi.remove, {
    invalidates: [chatChannelsApi.list],
    done: 'chat-channels.removed',
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;

  const askSecret = async (channel: ChatChannel) => {
    if (
      channel.has_secret &&
      !(await confirm({
        title: t('chat-channels.secretAsk'),
        body: t('chat-channels.secretAskHint'),
        yes: t('chat-channels.secretNew'),
        danger: true,
      }))
    )
      return;
    renew.mutate(
      { id: channel.id },
      { onSuccess: ({ secret: value }) => setSecret({ name: channel.name, secret: value }) },
    );
  };
  const askRemove = async ({ id, name }: ChatChannel) => {
    if (
      await confirm({
        title: t('chat-channels.removeAsk', { name }),
        body: t('chat-channels.removeAskHint'),
        yes: t('ui.delete'),
        danger: true,
      })
    )
      remove.mutate({ id });
  };
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
          <Card key={channel.id}>
            <article className="channel" aria-label={channel.name}>
              <header>
                <i
                  className="channel-colour"
                  ref={(dot) => dot?.style.setProperty('background', channel.settings.colour)}
                  aria-hidden
                />
                <h2>{channel.name}</h2>
                <small>
                  {channel.enabled
                    ? t('chat-channels.answeredBy', { group: channel.group_name })
                    : t('chat-channels.off')}
                </small>
                {mayEdit && (
                  <Group gap={4}>
                    <ActionIcon
                      variant="subtle"
                      aria-label={t('chat-channels.secretNew')}
                      onClick={() => void askSecret(channel)}
                    >
                      <KeyRound size={16} />
                    </ActionIcon>
                    <ActionIcon variant="subtle" aria-label={t('ui.edit')} onClick={() => setEdited(channel)}>
                      <Pencil size={16} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={t('ui.delete')}
                      onClick={() => void askRemove(channel)}
                    >
                      <Trash2 size={16} />
                    </ActionIcon>
                  </Group>
                )}
              </header>
              <dl>
                <dt>{t('chat-channels.page')}</dt>
                <dd>
                  <a href={pageOf(channel)} target="_blank" rel="noreferrer">
                    {pageOf(channel)} <ExternalLink size={13} aria-hidden />
                  </a>
                  <CopyButton value={pageOf(channel)} />
                </dd>
                <dt>{t('chat-channels.script')}</dt>
                <dd>
                  <code>{scriptOf(channel)}</code>
                  <CopyButton value={scriptOf(channel)} />
                </dd>
                {channel.settings.call_group_id !== null && (
                  <>
                    <dt>{t('chat-channels.callLink')}</dt>
                    <dd>
                      <a href={callOf(channel)} target="_blank" rel="noreferrer">
                        {callOf(channel)} <ExternalLink size={13} aria-hidden />
                      </a>
                      <CopyButton value={callOf(channel)} />
                    </dd>
                    <dt />
                    <dd className="channel-hint">{t('chat-channels.callHint')}</dd>
                  </>
                )}
                {channel.settings.origins.length === 0 && (
                  <>
                    <dt />
                    <dd className="channel-hint">{t('chat-channels.noOrigins')}</dd>
                  </>
                )}
              </dl>
            </article>
          </Card>
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

const pageOf = ({ key }: ChatChannel): string => `${window.location.origin}/c/${key}`;
const callOf = (channel: ChatChannel): string => `${pageOf(channel)}?call=1`;
const scriptOf = ({ key }: ChatChannel): string =>
  `<script async src="${window.location.origin}/home/api/chat/widget/${key}"></script>`;

import { ActionIcon, Group } from '@mantine/core';
import { ExternalLink, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { chatChannelsApi, type ChatChannel } from '../../contract.ts';

const pageOf = ({ key }: ChatChannel): string => `${window.location.origin}/c/${key}`;
const callOf = (channel: ChatChannel): string => `${pageOf(channel)}?call=1`;
const scriptOf = ({ key }: ChatChannel): string =>
  `<script async src="${window.location.origin}/home/api/chat/widget/${key}"></script>`;

/** What host sites sign with from now on, and the channel it is for. */
export interface NewSecret {
  name: string;
  secret: string;
}

interface ChannelCardProps {
  channel: ChatChannel;
  mayEdit: boolean;
  onEdit: () => void;
  onSecret: (made: NewSecret) => void;
}

/** One channel: its page, its script for web sites, and what may be done with it. */
export function ChannelCard({ channel, mayEdit, onEdit, onSecret }: ChannelCardProps) {
  const t = useText();
  const { id, name } = channel;
  const renew = useCommand(chatChannelsApi.secret, { invalidates: [chatChannelsApi.list] });
  const remove = useCommand(chatChannelsApi.remove, {
    invalidates: [chatChannelsApi.list],
    done: 'chat-channels.removed',
  });
  const askSecret = async () => {
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
    renew.mutate({ id }, { onSuccess: ({ secret }) => onSecret({ name, secret }) });
  };
  const askRemove = async () => {
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
  return (
    <Card>
      <article className="channel" aria-label={channel.name}>
        <header>
          <i
            className="channel-colour"
            ref={(dot) => dot?.style.setProperty('background', channel.settings.colour)}
            aria-hidden
          />
          <h2>{channel.name}</h2>
          <small>
            {channel.enabled ? t('chat-channels.answeredBy', { group: channel.group_name }) : t('chat-channels.off')}
          </small>
          {mayEdit && (
            <Group gap={4}>
              <ActionIcon variant="subtle" aria-label={t('chat-channels.secretNew')} onClick={() => void askSecret()}>
                <KeyRound size={16} />
              </ActionIcon>
              <ActionIcon variant="subtle" aria-label={t('ui.edit')} onClick={onEdit}>
                <Pencil size={16} />
              </ActionIcon>
              <ActionIcon variant="subtle" color="red" aria-label={t('ui.delete')} onClick={() => void askRemove()}>
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
  );
}

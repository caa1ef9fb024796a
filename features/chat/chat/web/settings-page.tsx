import { Button, Switch } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { useText } from '#platform/web/i18n.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { setAnswer, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { chatApi } from '../contract.ts';
import { useChatSession, type ChatSession } from './desk/chat-session.ts';
import './chat.css';

/** How a person is told of messages; every change holds at once. */
export default function ChatSettingsPage() {
  const t = useText();
  const session = useChatSession();
  const { data, error, refetch } = useEndpoint(chatApi.settings, {}, { handlesFailures: true });
  const save = useCommand(chatApi.saveSettings, {
    done: 'ui.saved',
    onDone: (settings) => {
      setAnswer(chatApi.settings, {}, () => settings);
      session?.setSettings({ sound: settings.message_sound, flashing: settings.message_flashing });
    },
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  return (
    <Page narrow>
      <Card title={t('chat.settings')}>
        <div className="chat-settings">
          <Switch
            label={t('chat.setting.sound')}
            description={t('chat.setting.soundHint')}
            checked={data.message_sound}
            disabled={save.isPending}
            onChange={(event) => save.mutate({ message_sound: event.currentTarget.checked })}
          />
          <Switch
            label={t('chat.setting.flashing')}
            description={t('chat.setting.flashingHint')}
            checked={data.message_flashing}
            disabled={save.isPending}
            onChange={(event) => save.mutate({ message_flashing: event.currentTarget.checked })}
          />
          {session && (
            <div>
              <Button size="xs" variant="default" onClick={() => session.parts.chime()}>
                {t('chat.setting.try')}
              </Button>
            </div>
          )}
          {session && <Notices session={session} />}
        </div>
      </Card>
    </Page>
  );
}

function Notices({
  session: {
    parts: { notice },
  },
}: {
  session: ChatSession;
}) {
  const t = useText();
  const permission = useSyncExternalStore(notice.onChange, notice.permission);
  const ask = async () => {
    if (!(await notice.ask()) && notice.permission() === 'denied')
      shellDialogs.show({ kind: 'permission', blocked: BlockedMedia.notification });
  };
  return (
    <p>
      {t(`chat.notice.${permission}`)}{' '}
      {(permission === 'prompt' || permission === 'denied') && (
        <Button size="compact-xs" variant="default" onClick={() => void ask()}>
          {t('chat.notice.allow')}
        </Button>
      )}
    </p>
  );
}

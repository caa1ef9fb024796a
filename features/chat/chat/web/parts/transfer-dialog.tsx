import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { chatApi, type Conversation } from '../../contract.ts';

interface TransferProps {
  conversation: Conversation;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Hands the conversation to a colleague who is there, or back into the line of a group. */
export default function TransferDialog({ conversation, opened, onClose, onDone }: TransferProps) {
  const t = useText();
  const me = useViewer()?.userId;
  const [target, setTarget] = useState('');
  const [note, setNote] = useState('');
  const { data, error, refetch } = useEndpoint(
    chatApi.targets,
    {},
    { enabled: opened, staleMs: 0, handlesFailures: true },
  );
  const transfer = useCommand(chatApi.transfer, { done: 'chat.transferred', onDone });
  const [kind, id] = target.split(' ');
  const agents = data?.agents
    .filter(
      ({ user_id: user }) => user !== conversation.agent_id && user !== (conversation.agent_id === me ? me : undefined),
    )
    .toSorted((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name));
  return (
    <Dialog title={t('chat.transferTitle')} opened={opened} onClose={onClose}>
      <form
        className="chat-transfer"
        onSubmit={(event) => {
          event.preventDefault();
          if (id)
            transfer.mutate({
              conversation_id: conversation.id,
              note: note.trim(),
              ...(kind === 'agent' ? { user_id: Number(id) } : { group_id: Number(id) }),
            });
        }}
      >
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingLines lines={5} />
        ) : (
          <div className="chat-targets">
            <fieldset>
              <legend>{t('chat.toColleague')}</legend>
              {agents?.length === 0 && <p>{t('chat.noColleague')}</p>}
              {agents?.map(({ user_id: user, name, online, load, capacity }) => (
                <label key={user}>
                  <input
                    type="radio"
                    name="chat-target"
                    disabled={!online}
                    checked={target === `agent ${user}`}
                    onChange={() => setTarget(`agent ${user}`)}
                  />
                  <span>{name}</span>
                  <small data-online={online || undefined} className="chat-presence">
                    {online ? t('chat.load', { load, capacity }) : t('chat.away')}
                  </small>
                </label>
              ))}
            </fieldset>
            <fieldset>
              <legend>{t('chat.toGroup')}</legend>
              {data.groups.map((group) => (
                <label key={group.id}>
                  <input
                    type="radio"
                    name="chat-target"
                    checked={target === `group ${group.id}`}
                    onChange={() => setTarget(`group ${group.id}`)}
                  />
                  <span>{group.name}</span>
                  <small>{t('chat.groupLoad', { online: group.online, waiting: group.waiting })}</small>
                </label>
              ))}
            </fieldset>
          </div>
        )}
        <Textarea
          label={t('chat.transferNote')}
          rows={3}
          maxLength={1_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={transfer.isPending} disabled={target === ''}>
            {t('chat.transfer')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

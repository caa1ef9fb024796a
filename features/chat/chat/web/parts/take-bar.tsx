import { Button } from '@mantine/core';
import { Hand } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { chatApi, type Conversation } from '../../contract.ts';
import type { ChatSession } from '../desk/chat-session.ts';
import { Composer } from './composer.tsx';

/** A conversation I do not have: take it, or leave colleagues a note; of a closed one, that it is over. */
export function TakeBar({
  session,
  conversation,
  canWriteNotes,
}: {
  session: ChatSession;
  conversation: Conversation;
  canWriteNotes: boolean;
}) {
  const t = useText();
  const can = useCan();
  const hasSeat = useViewer()?.textSeat ?? false;
  const take = useCommand(chatApi.take, { onDone: (taken) => session.took(taken) });
  const { state, id, agent_name: agent } = conversation;
  const mayTake = hasSeat && (state === 'waiting' || (state === 'open' && can('chat.supervise')));
  return (
    <>
      <div className="chat-take">
        <span>
          {state === 'waiting'
            ? t('chat.isWaiting')
            : state === 'closed'
              ? t('chat.isClosed')
              : t('chat.isWith', { name: agent })}
        </span>
        {mayTake && (
          <Button
            size="xs"
            loading={take.isPending}
            leftSection={<Hand size={14} aria-hidden />}
            onClick={() => take.mutate({ conversation_id: id })}
          >
            {t('chat.take')}
          </Button>
        )}
      </div>
      {canWriteNotes && <Composer session={session} conversation={conversation} notesOnly />}
    </>
  );
}

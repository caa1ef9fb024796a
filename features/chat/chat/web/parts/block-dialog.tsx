import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { chatApi, type Conversation } from '../../contract.ts';

/** Shuts a visitor out, once asked why. */
export default function BlockDialog({
  conversation,
  opened,
  onClose,
}: {
  conversation: Conversation;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const [reason, setReason] = useState('');
  const block = useCommand(chatApi.block, { done: 'chat.blockedDone', onDone: onClose });
  return (
    <Dialog title={t('chat.blockTitle')} opened={opened} onClose={onClose}>
      <div className="chat-closing">
        <p>{t('chat.blockBody')}</p>
        <Textarea
          label={t('chat.blockReason')}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            color="red"
            loading={block.isPending}
            onClick={() => block.mutate({ conversation_id: conversation.id, reason: reason.trim() })}
          >
            {t('chat.block')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

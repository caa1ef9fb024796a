import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { chatApi, type Conversation } from '../../contract.ts';
import { LabelChoices } from './label-choices.tsx';

/** Ends the conversation, with what it was about. */
export default function CloseDialog({
  conversation,
  opened,
  onClose,
}: {
  conversation: Conversation;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const [label, setLabel] = useState(conversation.label_id);
  const [remark, setRemark] = useState(conversation.remark);
  const close = useCommand(chatApi.close, { done: 'chat.closed', onDone: onClose });
  return (
    <Dialog title={t('chat.closeTitle')} opened={opened} onClose={onClose}>
      <form
        className="chat-closing"
        onSubmit={(event) => {
          event.preventDefault();
          close.mutate({ conversation_id: conversation.id, label_id: label, remark: remark.trim() });
        }}
      >
        <LabelChoices value={label} onChange={setLabel} />
        <Textarea
          label={t('chat.remark')}
          rows={3}
          maxLength={2_000}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={close.isPending}>
            {t('chat.close')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

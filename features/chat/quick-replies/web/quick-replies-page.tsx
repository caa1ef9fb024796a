import { ActionIcon, Button } from '@mantine/core';
import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { quickRepliesApi, type QuickReply } from '../contract.ts';
import { ReplyEditor } from './reply-editor.tsx';
import './quick-replies.css';

/** The team's quick replies and my own. */
export default function QuickRepliesPage() {
  const t = useText();
  const [edited, setEdited] = useState<QuickReply | 'new' | null>(null);
  const { data: replies, error, refetch } = useEndpoint(quickRepliesApi.list, {}, { handlesFailures: true });
  if (error && !replies) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!replies) return <LoadingPage />;
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('quick-replies.add')}
    </Button>
  );
  return (
    <Page narrow>
      <Card title={t('quick-replies.menu')} actions={replies.length > 0 && add}>
        <p className="quick-lead">{t('quick-replies.lead')}</p>
        {replies.length === 0 ? (
          <EmptyState
            icon={<MessageSquareText size={22} />}
            title={t('quick-replies.none')}
            hint={t('quick-replies.noneHint')}
            action={add}
          />
        ) : (
          <ul className="quick-list">
            {replies.map((reply) => (
              <Row key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
            ))}
          </ul>
        )}
      </Card>
      {edited !== null && <ReplyEditor reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

function Row({ reply: { id, shortcut, text, personal }, onEdit }: { reply: QuickReply; onEdit: () => void }) {
  const t = useText();
  const mayEdit = useCan()('quick-replies.edit') || personal;
  const remove = useCommand(quickRepliesApi.remove, { invalidates: [quickRepliesApi.list] });
  async function askToDelete(): Promise<void> {
    if (
      await confirm({
        title: t('quick-replies.deleteTitle', { shortcut }),
        yes: t('quick-replies.delete'),
        danger: true,
      })
    )
      remove.mutate({ id });
  }
  return (
    <li>
      <div>
        <b>/{shortcut}</b> {personal && <Badge tone="blue">{t('quick-replies.personal')}</Badge>}
        <p>{text}</p>
      </div>
      {mayEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('quick-replies.edit', { shortcut })} onClick={onEdit}>
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {mayEdit && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('quick-replies.deleteTitle', { shortcut })}
          onClick={() => void askToDelete()}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

import { ActionIcon, Button, Group } from '@mantine/core';
import { Mail, MessageCircle, Pencil, Trash2 } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { chatCarriersApi, type ShownCarrierAccount } from '../../contract.ts';
import { problemText } from '../problem-text.ts';
import { AccountFacts } from './account-facts.tsx';

const icons = { whatsapp: MessageCircle, email: Mail };

/** One account: where the carrier calls, how the last contact was, and whether it answers now. */
export function AccountCard({
  account,
  mayEdit,
  onEdit,
}: {
  account: ShownCarrierAccount;
  mayEdit: boolean;
  onEdit: () => void;
}) {
  const t = useText();
  const { id, kind, name, enabled, group_name: group } = account;
  const invalidates = [chatCarriersApi.list];
  const check = useCommand(chatCarriersApi.check, {
    invalidates,
    onDone: ({ problem: found }) =>
      toast(
        found === ''
          ? { tone: 'success', text: t('chat-carriers.checkGood') }
          : { tone: 'warning', text: problemText(found) },
      ),
  });
  const read = useCommand(chatCarriersApi.templates, {
    invalidates,
    onDone: ({ count, problem: found }) =>
      toast(
        found === ''
          ? { tone: 'success', text: t('chat-carriers.templatesRead', { count }) }
          : { tone: 'warning', text: problemText(found) },
      ),
  });
  const remove = useCommand(chatCarriersApi.remove, { invalidates, done: 'chat-carriers.removed' });
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
  const Icon = icons[kind];
  return (
    <Card>
      <article className="channel" aria-label={name}>
        <header>
          <span className="carrier-badge">
            <Icon size={16} aria-hidden />
          </span>
          <h2>{name}</h2>
          <small>
            {t(`chat-carriers.kind.${kind}`)} ·{' '}
            {enabled ? t('chat-channels.answeredBy', { group }) : t('chat-carriers.off')}
          </small>
          {mayEdit && (
            <Group gap={4}>
              {kind === 'whatsapp' && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={read.isPending}
                  onClick={() => read.mutate({ id })}
                >
                  {t('chat-carriers.readTemplates')}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                loading={check.isPending}
                onClick={() => check.mutate({ id })}
              >
                {t('chat-carriers.check')}
              </Button>
              <ActionIcon variant="subtle" aria-label={t('ui.edit')} onClick={onEdit}>
                <Pencil size={16} />
              </ActionIcon>
              <ActionIcon variant="subtle" color="red" aria-label={t('ui.delete')} onClick={() => void askRemove()}>
                <Trash2 size={16} />
              </ActionIcon>
            </Group>
          )}
        </header>
        <AccountFacts account={account} />
      </article>
    </Card>
  );
}

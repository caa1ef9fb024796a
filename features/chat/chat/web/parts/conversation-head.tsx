import { ActionIcon, Button, Menu } from '@mantine/core';
import { ArrowRightLeft, Ban, CircleCheckBig, EllipsisVertical, Phone, Search } from 'lucide-react';
import { useState } from 'react';
import { useCallNumber } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText, useAltKey } from '#platform/web/keyboard.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { lazy } from '#platform/web/lazy-part.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { chatApi, type Conversation } from '../../contract.ts';
import { ChatKey } from '../chat-keys.ts';
import type { ChatSession } from '../desk/chat-session.ts';
import { nameOf } from '../name-of.ts';
import { AnswerClock } from './answer-clock.tsx';

const TransferDialog = lazy(() => import('./transfer-dialog.tsx'));
const CloseDialog = lazy(() => import('./close-dialog.tsx'));
const BlockDialog = lazy(() => import('./block-dialog.tsx'));

interface HeadProps {
  session: ChatSession;
  conversation: Conversation;
  isMine: boolean;
  isSearching: boolean;
  onSearch: () => void;
  onGone: () => void;
}

/** Who the conversation is with, and what can be done with it. */
export function ConversationHead({ session, conversation: one, isMine, isSearching, onSearch, onGone }: HeadProps) {
  const t = useText();
  const can = useCan();
  const callNumber = useCallNumber();
  const [dialog, setDialog] = useState<'transfer' | 'close' | 'block' | null>(null);
  const unblock = useCommand(chatApi.unblock, {
    done: 'chat.unblocked',
    onDone: () => session.took({ ...one, blocked: false }),
  });
  const mayAct = one.state !== 'closed' && (isMine || can('chat.supervise'));
  useAltKey(ChatKey.transfer, mayAct ? () => setDialog('transfer') : null);
  useAltKey(ChatKey.close, mayAct ? () => setDialog('close') : null);
  const shut = () => setDialog(null);
  const name = nameOf(one, t);
  return (
    <header className="chat-head">
      <div>
        <h2>{name}</h2>
        <p>
          {one.channel_kind === 'web' && (
            <span data-online={one.visitor_online || undefined} className="chat-presence">
              {t(one.visitor_online ? 'chat.visitorOnline' : 'chat.visitorAway')}
            </span>
          )}
          <span>{one.channel_name}</span>
          {one.state === 'closed' && <Badge tone="grey">{t('chat.list.closed')}</Badge>}
          {one.blocked && <Badge tone="red">{t('chat.blocked')}</Badge>}
          <AnswerClock conversation={one} />
        </p>
      </div>
      <div className="chat-deeds">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('chat.searchHere')}
          data-hint={t('chat.searchHere')}
          aria-pressed={isSearching}
          onClick={onSearch}
        >
          <Search size={17} aria-hidden />
        </ActionIcon>
        {callNumber && one.phone && (
          <ActionIcon
            variant="subtle"
            color="green"
            aria-label={t('chat.call')}
            data-hint={t('chat.call')}
            onClick={() => callNumber({ number: one.phone, word: one.phone_word, country: '', name })}
          >
            <Phone size={17} aria-hidden />
          </ActionIcon>
        )}
        {mayAct && (
          <Button
            size="xs"
            variant="default"
            leftSection={<ArrowRightLeft size={14} aria-hidden />}
            data-hint={altKeyText(ChatKey.transfer)}
            onClick={() => setDialog('transfer')}
          >
            {t('chat.transfer')}
          </Button>
        )}
        {mayAct && (
          <Button
            size="xs"
            leftSection={<CircleCheckBig size={14} aria-hidden />}
            data-hint={altKeyText(ChatKey.close)}
            onClick={() => setDialog('close')}
          >
            {t('chat.close')}
          </Button>
        )}
        {((mayAct && !one.blocked) || (one.blocked && can('chat.supervise'))) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t('chat.more')}>
                <EllipsisVertical size={17} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {one.blocked ? (
                <Menu.Item onClick={() => unblock.mutate({ conversation_id: one.id })}>{t('chat.unblock')}</Menu.Item>
              ) : (
                <Menu.Item color="red" leftSection={<Ban size={15} aria-hidden />} onClick={() => setDialog('block')}>
                  {t('chat.block')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <Later opened={dialog === 'transfer'}>
        <TransferDialog
          conversation={one}
          opened={dialog === 'transfer'}
          onClose={shut}
          onDone={() => {
            shut();
            onGone();
          }}
        />
      </Later>
      <Later opened={dialog === 'close'}>
        <CloseDialog conversation={one} opened={dialog === 'close'} onClose={shut} />
      </Later>
      <Later opened={dialog === 'block'}>
        <BlockDialog conversation={one} opened={dialog === 'block'} onClose={shut} />
      </Later>
    </header>
  );
}

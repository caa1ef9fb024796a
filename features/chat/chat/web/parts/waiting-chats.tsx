import { Link } from 'react-router';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { usePhoneView } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { waitingChats } from '../../core/waiting-chats.ts';
import type { Conversation } from '../../contract.ts';
import { useChatSession, useInbox } from '../desk/chat-session.ts';
import { nameOf } from '../name-of.ts';
import { AnswerClock } from './answer-clock.tsx';
import { channelIcons } from './conversation-row.tsx';
import { SeatHint } from './seat-hint.tsx';
import './seat-hint.css';
import './waiting-chats.css';

/** My conversations beside my calls: whom to answer, until when, and what was said last. */
export default function WaitingChats() {
  const t = useText();
  const format = useFormat();
  const session = useChatSession();
  const inbox = useInbox();
  const rows = inbox?.mine ? waitingChats([...inbox.mine.values()]) : null;
  const unread = rows?.filter((one) => one.unread > 0).length ?? 0;
  return (
    <section className="bench-part waiting-chats">
      <h3>
        <Link to="/interactive/chat">{t('chat.waiting')}</Link>
        {rows && rows.length > 0 && (
          <span className="bench-count" data-tone={unread > 0 ? 'red' : 'grey'}>
            {format.number(rows.length)}
          </span>
        )}
      </h3>
      <SeatHint />
      <Paused />
      {session && inbox && !rows && inbox.list.at === 'failed' ? (
        <ErrorState error={null} onRetry={() => session.showList(inbox.list.query)} />
      ) : !rows ? (
        <LoadingLines />
      ) : rows.length === 0 ? (
        <p className="bench-quiet">{t('chat.waiting.none')}</p>
      ) : (
        <ul className="bench-rows">
          {rows.map((one) => (
            <Row key={one.id} conversation={one} isTyping={inbox!.typing.has(one.id)} />
          ))}
        </ul>
      )}
      {inbox && inbox.counts.waiting > 0 && (
        <p className="bench-quiet">
          <Link to="/interactive/chat?list=waiting">{t('chat.waiting.line', { count: inbox.counts.waiting })}</Link>
        </p>
      )}
    </section>
  );
}

function Row({ conversation: one, isTyping }: { conversation: Conversation; isTyping: boolean }) {
  const t = useText();
  const format = useFormat();
  const Kind = channelIcons[one.channel_kind];
  return (
    <li data-tone={one.unread > 0 ? 'violet' : 'grey'}>
      <Link className="bench-row" to={`/interactive/chat?id=${one.id}`}>
        <Kind size={15} aria-label={one.channel_name} />
        <span>
          <b>{nameOf(one, t)}</b>
          <small>{isTyping ? t('chat.typing') : one.last_text || t('chat.noText')}</small>
        </span>
        <AnswerClock conversation={one} />
        {one.unread > 0 && (
          <span className="bench-count" data-tone="red" aria-label={t('chat.unreadCount', { count: one.unread })}>
            {format.number(one.unread)}
          </span>
        )}
      </Link>
    </li>
  );
}

/** Why nothing new comes while the phone is busy, where the group has it so. */
function Paused() {
  const t = useText();
  const may = useCan()('agent-groups.use');
  const view = usePhoneView();
  const isBusy = Boolean(view?.agent?.call ?? view?.agent?.wrapUp);
  const { data } = useEndpoint(agentGroupsApi.myGroups, {}, { enabled: may && isBusy, handlesFailures: true });
  const names = (isBusy ? (data ?? []) : []).filter(({ callPausesChats }) => callPausesChats).map(({ name }) => name);
  return names.length === 0 ? null : (
    <p className="bench-quiet">{t('chat.waiting.paused', { groups: names.join(', ') })}</p>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import { Check, PhoneCall, PhoneOutgoing, RotateCcw, Voicemail as VoicemailIcon } from 'lucide-react';
import { useState } from 'react';
import { useCallBack, usePhoneDesk } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { voicemailsApi, type Voicemail, type VoicemailFilter } from '../../contract.ts';
import { useBoxName } from './box-name.ts';
import { useCaller } from './caller.ts';

const PAGE = 20;
const MINUTE = 60;
export const tones = { new: 'blue', heard: 'grey', done: 'green' } as const;

/** Minutes and seconds. */
export function lengthOf(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1_000));
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
}

interface VoicemailListProps {
  filter: VoicemailFilter;
  isFiltered: boolean;
  openId: number | null;
  onOpen: (id: number) => void;
  onClear: () => void;
}

/** Messages, newest first; older ones are added below as one asks for them. */
export function VoicemailList(props: VoicemailListProps) {
  const t = useText();
  /** The message each part begins after; the first begins with the newest. */
  const [after, setAfter] = useState<readonly (number | null)[]>([null]);
  return (
    <section className="voicemail-list" aria-label={t('voicemails.list')}>
      {after.map((before, place) => (
        <Part
          key={before ?? 0}
          {...props}
          before={before}
          isLast={place === after.length - 1}
          onMore={(id) => setAfter([...after, id])}
        />
      ))}
    </section>
  );
}

function Part({
  filter,
  isFiltered,
  openId,
  onOpen,
  onClear,
  before,
  isLast,
  onMore,
}: VoicemailListProps & { before: number | null; isLast: boolean; onMore: (lastId: number) => void }) {
  const t = useText();
  const { data, error, refetch } = usePage(voicemailsApi.page, {
    ...filter,
    size: PAGE,
    ...(before === null ? {} : { before }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className="voicemail-waiting">
        <LoadingLines lines={6} />
      </div>
    );
  if (data.list.length === 0 && before === null) {
    return isFiltered ? (
      <EmptyState
        icon={<VoicemailIcon size={22} />}
        title={t('voicemails.empty.filtered')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('voicemails.filter.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={<VoicemailIcon size={22} />}
        title={t('voicemails.empty.title')}
        hint={t('voicemails.empty.hint')}
      />
    );
  }
  return (
    <>
      <ul>
        {data.list.map((message) => (
          <Row key={message.id} message={message} isOpen={message.id === openId} onOpen={() => onOpen(message.id)} />
        ))}
      </ul>
      {isLast && data.hasMore && (
        <div className="voicemail-more">
          <Button variant="default" onClick={() => onMore(data.list.at(-1)!.id)}>
            {t('voicemails.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ message, isOpen, onOpen }: { message: Voicemail; isOpen: boolean; onOpen: () => void }) {
  const t = useText();
  const format = useFormat();
  const nameOf = useBoxName();
  const callBack = useCallBack();
  const hasPhone = usePhoneDesk() !== null;
  const { who, number } = useCaller()(message);
  const mark = useCommand(voicemailsApi.mark, {
    invalidates: [voicemailsApi.page, voicemailsApi.boxes, voicemailsApi.detail],
  });
  const isDone = message.state === 'done';
  const doneName = t(isDone ? 'voicemails.undone' : 'voicemails.done');
  return (
    <li data-state={message.state} data-open={isOpen || undefined}>
      <button type="button" className="voicemail-row" aria-current={isOpen || undefined} onClick={onOpen}>
        <span className="voicemail-who">
          <b>
            <span className="visually-hidden">{t('voicemails.open', { who })}</span>
            <span aria-hidden>{who}</span>
          </b>
          <small>
            {[number, nameOf({ box: message.box, kind: message.boxKind, name: message.boxName })]
              .filter(Boolean)
              .join(' · ')}
          </small>
          {message.remark && <small className="voicemail-remark">{message.remark}</small>}
        </span>
        <span className="voicemail-when">
          <time>{format.dateTime(message.leftAt)}</time>
          <small className="timer">{lengthOf(message.durationMs)}</small>
        </span>
        <span className="voicemail-state">
          <Badge tone={tones[message.state]}>{t(`voicemails.state.${message.state}`)}</Badge>
          {message.calledBack && (
            <small>
              <PhoneOutgoing size={12} aria-hidden />
              {t('voicemails.calledBack')}
            </small>
          )}
        </span>
      </button>
      <span className="voicemail-deeds">
        {hasPhone && message.canCallback && (
          <ActionIcon
            variant="subtle"
            color="green"
            aria-label={`${t('voicemails.callBack')}: ${who}`}
            data-hint={t('voicemails.callBack')}
            onClick={() => callBack(message)}
          >
            <PhoneCall size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          aria-label={`${doneName}: ${who}`}
          data-hint={doneName}
          loading={mark.isPending}
          onClick={() => mark.mutate({ id: message.id, state: isDone ? 'heard' : 'done' })}
        >
          {isDone ? <RotateCcw size={16} aria-hidden /> : <Check size={17} aria-hidden />}
        </ActionIcon>
      </span>
    </li>
  );
}

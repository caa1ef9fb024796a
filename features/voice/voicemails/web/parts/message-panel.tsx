import { Button, Select } from '@mantine/core';
import { Check, CircleDot, ContactRound, PhoneCall, RotateCcw, ScrollText } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { mailboxOf } from '#core/call/mailbox.ts';
import { callRecords, messagePlayer } from '#features/voice/call-records/web/index.ts';
import { useCallBack, usePhoneDesk } from '#features/voice/softphone/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { voicemailsApi, type MessageState, type Voicemail } from '../../contract.ts';
import { useBoxName } from './box-name.ts';
import { useCaller } from './caller.ts';
import { tones } from './voicemail-list.tsx';
import { VoicemailRemark } from './voicemail-remark.tsx';
import '#platform/web/ui/fact-list.css';

const Player = lazily(callRecords, messagePlayer);
const changed = [voicemailsApi.page, voicemailsApi.boxes, voicemailsApi.detail];

/** One message beside the list: to hear, and everything one does about it. */
export default function MessagePanel({ id, onClose }: { id: number | null; onClose: () => void }) {
  const t = useText();
  const [dirty, setDirty] = useState(false);
  // The last one stays drawn while the panel fades out.
  const [drawnId, setDrawnId] = useState(id);
  if (id !== null && id !== drawnId) setDrawnId(id);
  return (
    <SidePanel opened={id !== null} onClose={onClose} title={t('voicemails.detail.title')} dirty={dirty} size={520}>
      {drawnId !== null && <Message key={drawnId} id={drawnId} onDirty={setDirty} onMoved={onClose} />}
    </SidePanel>
  );
}

function Message({ id, onDirty, onMoved }: { id: number; onDirty: (dirty: boolean) => void; onMoved: () => void }) {
  const { data, error, refetch } = useEndpoint(voicemailsApi.detail, { id }, { handlesFailures: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  return <Shown message={data} onDirty={onDirty} onMoved={onMoved} />;
}

function Shown({
  message,
  onDirty,
  onMoved,
}: {
  message: Voicemail;
  onDirty: (dirty: boolean) => void;
  onMoved: () => void;
}) {
  const t = useText();
  const { who, number } = useCaller()(message);
  const callBack = useCallBack();
  const hasPhone = usePhoneDesk() !== null;
  const mark = useCommand(voicemailsApi.mark, { invalidates: changed });
  const hear = useCommand(voicemailsApi.heard, { invalidates: changed });
  const become = (state: MessageState) => mark.mutate({ id: message.id, state });
  const { recordingId, durationMs, bytes, leftAt } = message;
  return (
    <div className="voicemail-message">
      <header>
        <span>
          <b>{who}</b>
          {number && <small>{number}</small>}
        </span>
        <Badge tone={tones[message.state]}>{t(`voicemails.state.${message.state}`)}</Badge>
      </header>
      <Suspense fallback={<LoadingLines lines={3} />}>
        {/* Who plays a new message has heard it. */}
        <Player
          recording={{ recordingId, kind: 'voicemail', durationMs, bytes, createdAt: leftAt, deletedAt: null }}
          onPlay={() => message.state === 'new' && hear.mutate({ id: message.id })}
        />
      </Suspense>
      <div className="voicemail-buttons">
        {hasPhone && message.canCallback && (
          <Button leftSection={<PhoneCall size={16} aria-hidden />} onClick={() => callBack(message)}>
            {t('voicemails.callBack')}
          </Button>
        )}
        {message.state === 'done' ? (
          <Button
            variant="default"
            loading={mark.isPending}
            leftSection={<RotateCcw size={16} aria-hidden />}
            onClick={() => become('heard')}
          >
            {t('voicemails.undone')}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={mark.isPending}
            leftSection={<Check size={16} aria-hidden />}
            onClick={() => become('done')}
          >
            {t('voicemails.done')}
          </Button>
        )}
        {message.state === 'heard' && (
          <Button variant="subtle" leftSection={<CircleDot size={16} aria-hidden />} onClick={() => become('new')}>
            {t('voicemails.markNew')}
          </Button>
        )}
      </div>
      <Facts message={message} />
      <VoicemailRemark key={message.remark} id={message.id} remark={message.remark} onDirty={onDirty} />
      <Move message={message} onMoved={onMoved} />
    </div>
  );
}

function Facts({ message }: { message: Voicemail }) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const nameOf = useBoxName();
  const byAt = (name: string, time: string | null) =>
    time && (name ? t('voicemails.detail.byAt', { who: name, time: format.dateTime(time) }) : format.dateTime(time));
  const facts: [string, ReactNode][] = [
    [t('voicemails.detail.left'), format.exact(message.leftAt)],
    [t('voicemails.detail.called'), spokenNumber(message.ourNumber)],
    [t('voicemails.detail.box'), nameOf({ box: message.box, kind: message.boxKind, name: message.boxName })],
    [t('voicemails.detail.heard'), byAt(message.heardBy, message.heardAt)],
    [t('voicemails.detail.done'), byAt(message.doneBy, message.doneAt)],
  ];
  return (
    <>
      <dl className="fact-list">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <p className="voicemail-links">
        {message.customerId !== null && can('customers.use') && (
          <Link to={`/customers/${message.customerId}`}>
            <ContactRound size={15} aria-hidden />
            {t('voicemails.detail.customer')}
          </Link>
        )}
        {can('call-records.use') && (
          <Link to={`/record?call=${encodeURIComponent(message.callId)}`}>
            <ScrollText size={15} aria-hidden />
            {t('voicemails.detail.call')}
          </Link>
        )}
      </p>
    </>
  );
}

function Move({ message, onMoved }: { message: Voicemail; onMoved: () => void }) {
  const t = useText();
  const nameOf = useBoxName();
  const { data = [] } = useEndpoint(voicemailsApi.targets, {}, { handlesFailures: true });
  const move = useCommand(voicemailsApi.move, {
    done: 'voicemails.moved',
    invalidates: [voicemailsApi.page, voicemailsApi.boxes],
    onDone: onMoved,
  });
  const groups = (['main', 'group', 'agent'] as const).map((kind) => ({
    group: kind === 'main' ? '' : t(kind === 'group' ? 'voicemails.boxes.groups' : 'voicemails.boxes.agents'),
    items: data
      .filter((box) => box.kind === kind && box.box !== message.box)
      .map((box) => ({ value: box.box, label: nameOf(box) })),
  }));
  return (
    <Select
      label={t('voicemails.move')}
      placeholder={t('voicemails.move.choose')}
      searchable
      value={null}
      disabled={move.isPending}
      data={[...groups[0]!.items, ...groups.slice(1).filter(({ items }) => items.length > 0)]}
      onChange={(box) => box && move.mutate({ id: message.id, to: mailboxOf(box) })}
    />
  );
}

import { Suspense, useState } from 'react';
import { shortClock } from '#core/phone/call-clock.ts';
import { callRecordings, callRecords } from '#features/voice/call-records/web/index.ts';
import { TestRecording } from '#features/flows/flow-test/web/index.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { lazily } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import '#platform/web/ui/fact-list.css';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { flowTalksApi, TALK_READ_EVERY_MS, type AiCallDetail, type AiCallMessage } from '../../contract.ts';
import { timingsOf } from '../talk-words.ts';
import { useTalkWords } from '../use-talk-words.ts';
import { TalkPartner, TalkResult } from './talk-columns.tsx';
import TalkMessages from './talk-messages.tsx';

const Recordings = lazily(callRecords, callRecordings);
/** One conversation beside the list. */
export default function TalkPanel({ talkId, onClose }: { talkId: string | null; onClose: () => void }) {
  const t = useText();
  // The last one stays drawn while the panel fades out.
  const [drawnId, setDrawnId] = useState(talkId);
  if (talkId !== null && talkId !== drawnId) setDrawnId(talkId);
  const [goesOn, setGoesOn] = useState(false);
  const talk = useEndpoint(
    flowTalksApi.detail,
    { talkId: drawnId ?? '' },
    {
      enabled: drawnId !== null,
      handlesFailures: true,
      // What is said is told; reading it again says that somebody still reads.
      ...(goesOn && talkId !== null ? { everyMs: TALK_READ_EVERY_MS } : {}),
    },
  );
  useTalkWords(() => void talk.refetch(), goesOn ? drawnId : null);
  if (talk.data && goesOn !== (talk.data.result === null)) setGoesOn(talk.data.result === null);
  return (
    <SidePanel opened={talkId !== null} size={620} title={t('flow-talks.one')} onClose={onClose}>
      {talk.isError ? (
        <ErrorState error={talk.error} onRetry={() => void talk.refetch()} />
      ) : talk.data ? (
        <Talk talk={talk.data} />
      ) : (
        <LoadingLines lines={8} />
      )}
    </SidePanel>
  );
}

function Talk({ talk }: { talk: AiCallDetail }) {
  const { messages, variables } = talk;
  const t = useText();
  const format = useFormat();
  const fact = (name: string, value: React.ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <div className="talk-detail">
      <dl className="fact-list">
        {fact(t('flow-talks.column.customer'), <TalkPartner {...talk} />)}
        {fact(t('flow-talks.column.result'), <TalkResult {...talk} />)}
        {fact(
          t('flow-talks.column.flow'),
          `${talk.flowName} · ${talk.flowVersion === null ? t('flow-talks.draft') : t('flow-talks.version', { version: talk.flowVersion })}`,
        )}
        {fact(
          t('flow-talks.column.startedAt'),
          `${format.exact(talk.startedAt)} · ${shortClock(talk.durationSec * 1_000)}`,
        )}
      </dl>
      <Recording talk={talk} />
      <Timings messages={messages} />
      <TalkMessages messages={messages} />
      {Object.keys(variables).length > 0 && (
        <section aria-label={t('flow-talks.variables')}>
          <h3>{t('flow-talks.variables')}</h3>
          <dl className="fact-list">
            {Object.entries(variables).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

/** What can be heard of it: of a call its recordings, of a test by voice its own; the player is the same. */
function Recording({ talk: { talkId, callId, hasRecording, testRecording } }: { talk: AiCallDetail }) {
  const t = useText();
  const can = useCan();
  const player = testRecording ? (
    <TestRecording talkId={talkId} {...testRecording} />
  ) : hasRecording && callId !== null && can('call-records.use') ? (
    <Recordings callId={callId} />
  ) : null;
  if (!player) return null;
  return (
    <section aria-label={t('flow-talks.recording')}>
      <h3>{t('flow-talks.recording')}</h3>
      <Suspense fallback={<LoadingLines />}>{player}</Suspense>
    </section>
  );
}

/** First bytes by part, and the whole from the caller's last word to our first sound. */
function Timings({ messages }: { messages: readonly AiCallMessage[] }) {
  const t = useText();
  const format = useFormat();
  const rows = timingsOf(messages);
  if (rows.length === 0) return null;
  const ms = (value: number) => <td className="figures">{t('flow-talks.ms', { ms: format.number(value) })}</td>;
  return (
    <section>
      <table className="talk-timings" aria-label={t('flow-talks.timings')}>
        <thead>
          <tr>
            <th>{t('flow-talks.timings')}</th>
            {(['times', 'low', 'mean', 'high'] as const).map((name) => (
              <th key={name}>{t(`flow-talks.timing.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ type, times, low, mean, high }) => (
            <tr key={type}>
              <th scope="row">{codeLabel(MessageType, type)}</th>
              <td className="figures">{format.number(times)}</td>
              {ms(low)}
              {ms(mean)}
              {ms(high)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

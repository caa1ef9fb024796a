import { useSyncExternalStore } from 'react';
import { shortClock } from '#core/phone/call-clock.ts';
import type { VisitorCall } from '../../core/visitor-call.ts';
import { useText } from '#platform/web/i18n.ts';
import { isMicrophoneWithheld, type VisitorCaller } from './visitor-call.ts';

const LEVEL_MOST = 20;

/** The call: whether one is wanted, how it stands, what can be done with it, and why it is over. */
export function CallBar({
  caller,
  ownPage,
}: {
  caller: VisitorCaller;
  /** The same page by itself, where no site stands around it. */ ownPage: string;
}) {
  const t = useText();
  const { call, talkedMs, level } = useSyncExternalStore(caller.watch, caller.view);
  if (call.at === 'idle') return null;
  const isGoing = call.at === 'asking' || call.at === 'calling' || call.at === 'talking';
  const muted = (call.at === 'calling' || call.at === 'talking') && call.muted;
  return (
    <section className="vis-call" data-at={call.at} aria-label={t('chat-channels.visitor.call.region')}>
      <p role="status">{wording(call, t)}</p>
      {call.at === 'over' && call.why === 'micRefused' && isMicrophoneWithheld() && (
        <a href={ownPage} target="_blank" rel="noreferrer">
          {t('chat-channels.visitor.call.ownPage')}
        </a>
      )}
      {(call.at === 'talking' || (call.at === 'over' && talkedMs > 0)) && (
        <span className="vis-timer" role="timer" aria-label={t('chat-channels.visitor.call.time')}>
          {shortClock(talkedMs)}
        </span>
      )}
      {(call.at === 'calling' || call.at === 'talking') && (
        <meter min={0} max={LEVEL_MOST} value={muted ? 0 : level} aria-label={t('chat-channels.visitor.call.level')} />
      )}
      <div className="vis-row">
        {(call.at === 'calling' || call.at === 'talking') && (
          <button
            type="button"
            className="vis-plain"
            aria-pressed={muted}
            onClick={() => caller.press({ type: 'mutePressed' })}
          >
            {t(muted ? 'chat-channels.visitor.call.unmute' : 'chat-channels.visitor.call.mute')}
          </button>
        )}
        {isGoing && (
          <button type="button" className="vis-end" onClick={() => caller.press({ type: 'hangUpPressed' })}>
            {t('chat-channels.visitor.call.hangUp')}
          </button>
        )}
        {!isGoing && (
          <button type="button" className="vis-go" onClick={() => caller.press({ type: 'callPressed' })}>
            {t(call.at === 'offered' ? 'chat-channels.visitor.call.begin' : 'chat-channels.visitor.call.again')}
          </button>
        )}
        {!isGoing && (
          <button type="button" className="vis-plain" onClick={() => caller.press({ type: 'closePressed' })}>
            {t(call.at === 'offered' ? 'chat-channels.visitor.call.notNow' : 'chat-channels.visitor.close')}
          </button>
        )}
      </div>
    </section>
  );
}

function wording(call: VisitorCall, t: ReturnType<typeof useText>): string {
  switch (call.at) {
    case 'idle':
      return '';
    case 'offered':
      return t('chat-channels.visitor.call.offered');
    case 'asking':
      return t(call.has === 'nothing' ? 'chat-channels.visitor.call.asking' : 'chat-channels.visitor.call.calling');
    case 'calling':
      return t('chat-channels.visitor.call.calling');
    case 'talking':
      return t(
        call.isCut
          ? 'chat-channels.visitor.call.cut'
          : call.muted
            ? 'chat-channels.visitor.call.muted'
            : 'chat-channels.visitor.call.talking',
      );
    case 'over':
      return call.refusalText || t(overWords[call.why]);
  }
}

const overWords = {
  ended: 'chat-channels.visitor.call.ended',
  micRefused: 'chat-channels.visitor.call.micRefused',
  micMissing: 'chat-channels.visitor.call.micMissing',
  busy: 'chat-channels.visitor.call.busy',
  notTaken: 'chat-channels.visitor.call.notTaken',
  lost: 'chat-channels.visitor.call.lost',
  refused: 'chat-channels.visitor.call.notTaken',
  failed: 'chat-channels.visitor.call.failed',
} as const;

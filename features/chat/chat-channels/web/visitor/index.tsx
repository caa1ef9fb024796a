import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { directionOf } from '../../core/text-direction.ts';
import { unreadOf } from '../../core/visitor-log.ts';
import { call } from '#platform/web/call.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { ensureTexts, language, textFiles, useText } from '#platform/web/i18n.ts';
import { useStore } from '#platform/web/use-store.ts';
import { Failure } from '#shared/failure.ts';
import type en from '../text/en-US.json';
import type { PublicChannel } from '../../contract.ts';
import { openPage } from './api.ts';
import { CallBar } from './call-bar.tsx';
import { openEmbedding } from './embedding.ts';
import { Head } from './head.tsx';
import { MessageLog } from './message-log.tsx';
import { PreChatForm } from './pre-chat-form.tsx';
import { Rating } from './rating.tsx';
import { canCall, openVisitorCaller, type LoadPhone } from './visitor-call.ts';
import { openVisitorLine } from './open-visitor-line.ts';
import { WhereToWrite } from './where-to-write.tsx';
import { wear } from './brand.ts';
import { inLanguage } from './wording.ts';
import './visitor.css';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

await ensureTexts('chat-channels', textFiles(import.meta.glob('../text/*.json', { import: 'default' })));

// Our words may be in a language that reads the other way than the visitor's own: the page goes their way.
document.documentElement.dir = directionOf(navigator.languages);

const key = decodeURIComponent(window.location.pathname.split('/')[2] ?? '');
const asked = new URLSearchParams(window.location.search);
const pageUrl = asked.get('page') ?? window.location.href;
/** A link to call: the same page, by itself. */
const callPage = `${window.location.pathname}?call=1`;

/** The page a visitor writes on: by itself, or in a frame of a host site. Whoever calls gets the telephone from `loadPhone`. */
export function VisitorPage({ loadPhone }: { loadPhone: LoadPhone }) {
  const t = useText();
  const [channel, setChannel] = useState<PublicChannel | null>(null);
  const [problem, setProblem] = useState('');
  const embedding = useMemo(() => openEmbedding(key), []);
  const line = useMemo(() => openVisitorLine(key, pageUrl), []);
  const caller = useMemo(() => openVisitorCaller(() => line.view().token, loadPhone), [line, loadPhone]);
  const view = useSyncExternalStore(line.watch, line.view);
  const isCalling = useSyncExternalStore(caller.watch, () =>
    ['asking', 'calling', 'talking'].includes(caller.view().call.at),
  );
  const isShown = useStore(embedding.isShown);

  useEffect(() => {
    let identity: string | null | undefined;
    const fail = (error: unknown) =>
      setProblem(
        error instanceof Failure && error.name === 'notFound'
          ? t('chat-channels.visitor.notFound')
          : failureText(error),
      );
    const begin = async () => {
      const found = await call(openPage, { key });
      wear(found.colour);
      document.title = inLanguage(found.title) || found.company;
      setChannel(found);
      if (asked.has('call')) caller.press({ type: 'invited' });
      await line.enter(identity ? { identity } : {});
    };
    const stop = embedding.onMessage((message) => {
      if (message.call) caller.press({ type: 'invited' });
      if (message.identity === undefined || message.identity === identity) return;
      identity = message.identity;
      if (identity) void line.enter({ identity }).catch(fail);
    });
    embedding.send('ready');
    begin().catch(fail);
    return () => {
      stop();
      line.leave();
      caller.leave();
    };
  }, [embedding, line, caller, t]);

  const unread = isShown ? 0 : unreadOf(view.messages, view.seen);
  useEffect(() => embedding.send('unread', { unread }), [embedding, unread]);
  const hasWritten = view.conversation !== null;
  useEffect(() => {
    if (hasWritten) embedding.send('begun');
  }, [embedding, hasWritten]);
  useEffect(() => {
    const look = () => {
      if (embedding.isShown.get() && document.visibilityState === 'visible') line.seen();
    };
    look();
    const stops = [line.watch(look), embedding.isShown.subscribe(look)];
    document.addEventListener('visibilitychange', look);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [embedding, line]);

  if (problem)
    return (
      <div className="vis vis-alone" role="alert">
        <p>{problem}</p>
      </div>
    );
  if (!channel || !view.token) return <div className="vis vis-alone" aria-busy />;
  const { conversation } = view;
  const isAlive = conversation !== null && conversation.state !== 'closed';
  const takesCalls = channel.calls && canCall();
  return (
    <main className="vis" lang={language()}>
      <Head
        channel={channel}
        view={view}
        line={line}
        isCalling={isCalling}
        {...(takesCalls ? { onCall: () => caller.press({ type: 'callPressed' }) } : {})}
        {...(embedding.isEmbedded ? { onClose: () => embedding.send('close') } : {})}
      />
      {takesCalls && <CallBar caller={caller} ownPage={callPage} />}
      {view.needsForm && !isAlive && channel.open ? (
        <PreChatForm channel={channel} onDone={(answers) => line.enter({ answers })} />
      ) : (
        <>
          <MessageLog channel={channel} view={view} line={line} />
          {conversation?.state === 'closed' && channel.rating && (
            <Rating key={conversation.id} token={view.token} rated={conversation.rating} />
          )}
          <WhereToWrite channel={channel} view={view} line={line} />
        </>
      )}
    </main>
  );
}

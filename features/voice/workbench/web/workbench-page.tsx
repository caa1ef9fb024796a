import { Headset } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { workbenchTab } from '#core/shell/workbench-tab.ts';
import { phoneDock, usePhoneView, type PhoneView } from '#features/voice/softphone/web/index.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { useAltKey } from '#platform/web/keyboard.ts';
import { useFocusKept } from '#platform/web/ui/focus-return.ts';
import { EmptyState, LoadingLines, LoadingPage } from '#platform/web/ui/states.tsx';
import { useSlot } from '#platform/web/use-slot.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { BenchKey } from './bench-keys.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { ContextColumn } from './parts/context-column.tsx';
import { GroupBeside } from './parts/group-beside.tsx';
import { Stage } from './parts/stage.tsx';
import { Timeline } from './parts/timeline.tsx';
import { WaitingColumn } from './parts/waiting-column.tsx';
import { answeredCall, subjectOf } from './subject.ts';
import { nameOf, useHistory } from './use-history.ts';
import { useListeningEnds } from './use-listening-ends.ts';
import '#platform/web/ui/desk.css';
import './workbench.css';

const tabs = ['waiting', 'task', 'call', 'customer'] as const;
type Tab = (typeof tabs)[number];

/** The voice seat's workbench; without such a seat it says how to get one. */
export default function WorkbenchPage() {
  const t = useText();
  const who = useViewer();
  const view = usePhoneView();
  if (who && !who.voiceSeat)
    return (
      <div className="desk-alone">
        <EmptyState icon={<Headset size={22} />} title={t('workbench.noSeat')} hint={t('workbench.noSeatHint')} />
      </div>
    );
  return view ? <Bench view={view} /> : <LoadingPage />;
}

function Bench({ view }: { view: PhoneView }) {
  const t = useText();
  const [search, setSearch] = useAddressQuery();
  const Task = useSlot('workbenchTask')[0]?.Part;
  const { tab, setTab, callAsks } = useTab(view, Task !== undefined);
  const shown = tabs.filter((one) => one !== 'task' || Task);
  const subject = subjectOf(view, search.get('callId'));
  const history = useHistory(subject);
  const call = useFocusKept<HTMLElement>(subject?.at);
  useListeningEnds(view);
  const session = view.phone.call?.session;
  useEffect(() => {
    if (callAsks > 0) call.current?.focus({ preventScroll: true });
  }, [call, callAsks]);
  useEffect(() => {
    // Answered on another page: the button that did it is gone, and the focus stands on nothing.
    const isIdle = document.activeElement?.matches('body, main') ?? true;
    if (session && isIdle) call.current?.focus({ preventScroll: true });
  }, [call, session]);

  const open = (callId: string | null) => {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (callId === null) next.delete('callId');
        else next.set('callId', callId);
        return next;
      },
      { replace: true },
    );
    if (callId !== null) setTab('call');
  };

  /** The part may be behind another tab: it is shown first. */
  const goTo = (part: 'note' | 'label' | 'done', inTab: Tab) => {
    flushSync(() => setTab(inTab));
    document.querySelector<HTMLElement>(`[data-bench="${part}"]`)?.focus();
  };
  const isAnswered = subject !== null && answeredCall(subject) !== null;
  useAltKey(BenchKey.note, isAnswered ? () => goTo('note', 'customer') : null);
  useAltKey(BenchKey.task, Task ? () => setTab(tab === 'task' ? 'call' : 'task') : null);
  useAltKey(BenchKey.label, isAnswered ? () => goTo('label', 'customer') : null);
  // The next thing to do, so that hands stay on the keyboard.
  const afterNote = () => {
    if (subject?.callId && !history.labels.has(subject.callId)) goTo('label', 'customer');
    else if (subject?.at === 'wrapUp') goTo('done', 'call');
  };

  return (
    <div className="desk bench" data-tab={tab}>
      <div className="desk-tabs">
        <Choice
          label={t('workbench.parts')}
          value={tab}
          options={shown.map((value) => ({ value, label: t(`workbench.tab.${value}`) }))}
          onChange={setTab}
        />
      </div>
      <section className="desk-column bench-column bench-waiting" aria-label={t('workbench.tab.waiting')}>
        <h2 className="visually-hidden">{t('workbench.tab.waiting')}</h2>
        <WaitingColumn
          view={view}
          name={subject ? nameOf(subject, history) : ''}
          openedId={subject?.at === 'record' ? subject.callId : null}
          onOpen={open}
        />
      </section>
      <section
        ref={call}
        tabIndex={-1}
        className="desk-column bench-column bench-call"
        aria-label={t(tab === 'task' ? 'workbench.tab.task' : 'workbench.tab.call')}
      >
        {Task && (
          <div className="bench-switch">
            <Choice
              label={t('workbench.switch')}
              value={tab === 'task' ? 'task' : 'call'}
              options={(['call', 'task'] as const).map((value) => ({ value, label: t(`workbench.tab.${value}`) }))}
              onChange={setTab}
            />
          </div>
        )}
        {(tab !== 'task' || view.phone.call || view.phone.refused || view.agent?.wrapUp) && (
          <Stage
            view={view}
            subject={subject}
            history={history}
            isIdleShown={tab !== 'task'}
            onClose={() => open(null)}
            onLabelWanted={() => goTo('label', 'customer')}
          />
        )}
        {tab === 'task' && Task ? (
          <Suspense fallback={<LoadingLines lines={6} />}>
            <Task />
          </Suspense>
        ) : (
          subject && <Timeline key={subject.callId ?? ''} subject={subject} history={history} />
        )}
      </section>
      <section className="desk-column bench-column bench-context" aria-label={t('workbench.tab.customer')}>
        <h2 className="visually-hidden">{t('workbench.tab.customer')}</h2>
        <div ref={phoneDock} className="bench-dock" />
        <GroupBeside subject={subject} />
        <ContextColumn subject={subject} history={history} onNoteSaved={afterNote} />
      </section>
    </div>
  );
}

/** What a campaign brought by itself is written down beside the call; the agent's own tasks have nothing to do with it. */
const beganInTask = (call: PhoneView['phone']['call']): boolean =>
  call !== null && call.fromTask && !call.answersItself;

/**
 * On narrow windows one part is shown: the one the address asks for, and the call as soon as there is a new one. After the call of a task
 * the task is shown again, on any window: there stands what to write down of it. `callAsks`: how often an address asked for the call.
 */
function useTab({ phone: { call } }: PhoneView, hasTasks: boolean) {
  const { search, key } = useLocation();
  const asked = workbenchTab(search);
  const wantsTask = asked === 'task' && hasTasks;
  const [, setQuery] = useAddressQuery();
  const [tab, setTab] = useState<Tab>(asked === 'call' || call ? 'call' : wantsTask ? 'task' : 'waiting');
  const [callAsks, setCallAsks] = useState(asked === 'call' ? 1 : 0);
  const [seen, setSeen] = useState({ key, session: call?.session, fromTask: beganInTask(call) });
  // The same address asks for its part anew; what is replaced in it (a record, a customer) asks for none.
  const isAsked = useNavigationType() !== NavigationType.Replace && seen.key !== key;
  // A new address is drawn when there is time: the call of the task that brought it may be over, and its result being written.
  const isCallAsked = isAsked && asked === 'call' && (call !== null || !seen.fromTask);
  if (seen.key !== key || seen.session !== call?.session) {
    setSeen({ key, session: call?.session, fromTask: call ? beganInTask(call) : seen.fromTask });
    if (isCallAsked) setCallAsks(callAsks + 1);
    if (isCallAsked || (call && seen.session !== call.session)) setTab('call');
    else if (!call && seen.session && seen.fromTask && hasTasks) setTab('task');
    else if (isAsked && wantsTask) setTab('task');
  }
  // The address says what is shown, so that whoever loads the page anew, or comes back, writes on where they were.
  const isPast = tab === 'task' && asked === 'call' && !call;
  useEffect(() => {
    if (!isPast) return;
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('tabIndex', 'task');
        return next;
      },
      { replace: true },
    );
  }, [isPast, setQuery]);
  return { tab, setTab, callAsks };
}

import { Alert, Button } from '@mantine/core';
import { CalendarClock, Forward, Phone, SkipForward, Undo2 } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText, useAltKey } from '#platform/web/keyboard.ts';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import { useCan } from '#platform/web/viewer.ts';
import type { PreviewWork } from '../../contract.ts';
import { AttemptList } from '../parts/attempt-list.tsx';
import { HandOnForm } from './hand-on-form.tsx';
import { LaterForm } from './later-form.tsx';
import { ResultForm } from './result-form.tsx';
import { SkipForm } from './skip-form.tsx';
import { TaskKey } from './task-keys.ts';
import type { TaskWorkDesk } from './use-task-work.ts';
import '#platform/web/ui/fact-list.css';

type Asked = 'skip' | 'later' | 'handOn' | null;

/** One customer of a task: what is known, the script, the call, and what came of it. */
export function TaskCustomer({ work, desk }: { work: PreviewWork; desk: TaskWorkDesk }) {
  const t = useText();
  const { customer, task, script, calls } = work;
  const [asked, setAsked] = useState<Asked>(null);
  const wasCalled = customer.attempts > 0 || calls.length > 0;
  const isIdle = desk.busy === null && !desk.isInCall;
  const mayCall = isIdle && work.blocked === null && desk.mayCall;
  useAltKey(TaskKey.call, mayCall ? () => void desk.callNow() : null);
  useAltKey(TaskKey.skip, isIdle && !wasCalled ? () => setAsked('skip') : null);
  useAltKey(TaskKey.later, desk.busy === null ? () => setAsked('later') : null);
  return (
    <article className="task-work" aria-label={t('preview.work.customer')}>
      <header className="task-customer">
        <small>{task.name}</small>
        <h3>{customer.customerName || spokenNumber(customer.phone)}</h3>
        <span className="figures">
          <NamedFlag iso2={customer.country} /> {spokenNumber(customer.phone)}
        </span>
        <Deeds desk={desk} mayCall={mayCall} wasCalled={wasCalled} asked={asked} onAsk={setAsked} />
      </header>
      <Blocked work={work} />
      {desk.noPhone && (
        <Alert color="orange" role="status">
          {desk.noPhone}
        </Alert>
      )}
      {asked === 'skip' && (
        <SkipForm
          isBusy={desk.busy === 'skip'}
          onSkip={(reason) => void desk.skip(reason)}
          onCancel={() => setAsked(null)}
        />
      )}
      {asked === 'later' && (
        <LaterForm
          isBusy={desk.busy === 'later'}
          onLater={(at) => void desk.later(at, desk.note)}
          onCancel={() => setAsked(null)}
        />
      )}
      {asked === 'handOn' && (
        <HandOnForm
          taskId={task.id}
          isBusy={desk.busy === 'handOn'}
          onHandOn={(colleague) => void desk.handOn(colleague)}
          onCancel={() => setAsked(null)}
        />
      )}
      {wasCalled && <ResultForm desk={desk} onLater={() => setAsked('later')} />}
      <Known work={work} />
      {script && (
        <section className="task-part" aria-label={t('preview.work.script')}>
          <h4>{script.name}</h4>
          <p className="task-script">{script.content}</p>
        </section>
      )}
      <section className="task-part">
        <h4>{t('preview.calls')}</h4>
        <Suspense>
          <AttemptList calls={calls} />
        </Suspense>
      </section>
    </article>
  );
}

/** Why they cannot be called now, and from when on they can. */
function Blocked({ work: { blocked, callableAt } }: { work: PreviewWork }) {
  const t = useText();
  const format = useFormat();
  if (blocked === null) return null;
  return (
    <Alert color="orange" role="status">
      {[
        t(`preview.blocked.${blocked}`),
        callableAt && t('preview.work.callableAt', { at: format.dateTime(callableAt) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  );
}

function Deeds({
  desk,
  mayCall,
  wasCalled,
  asked,
  onAsk,
}: {
  desk: TaskWorkDesk;
  mayCall: boolean;
  wasCalled: boolean;
  asked: Asked;
  onAsk: (asked: Asked) => void;
}) {
  const t = useText();
  const place = useRef<HTMLButtonElement>(null);
  const later = useRef<HTMLButtonElement>(null);
  const skip = useRef<HTMLButtonElement>(null);
  const handOn = useRef<HTMLButtonElement>(null);
  const before = useRef(asked);
  // The next thing to do, so that hands stay on the keyboard, as soon as it can be done; whoever is elsewhere stays there.
  useEffect(() => {
    const isIdle = document.activeElement?.matches('body, main, section') ?? true;
    if (mayCall && !wasCalled && isIdle) place.current?.focus();
  }, [mayCall, wasCalled]);
  // What was asked and left gives the focus back.
  useEffect(() => {
    if (asked === null && document.activeElement === document.body)
      (before.current && { later, skip, handOn }[before.current])?.current?.focus();
    before.current = asked;
  }, [asked]);
  const isBusy = desk.busy !== null;
  return (
    <div className="task-deeds">
      <Button
        ref={place}
        color="green"
        variant={wasCalled ? 'light' : 'filled'}
        disabled={!mayCall}
        loading={desk.busy === 'call'}
        leftSection={<Phone size={15} aria-hidden />}
        aria-keyshortcuts={`Alt+${TaskKey.call}`}
        data-hint={altKeyText(TaskKey.call)}
        onClick={() => void desk.callNow()}
      >
        {t(wasCalled ? 'preview.work.callAgain' : 'preview.work.call')}
      </Button>
      <Button
        ref={later}
        variant="default"
        disabled={isBusy}
        aria-expanded={asked === 'later'}
        leftSection={<CalendarClock size={15} aria-hidden />}
        aria-keyshortcuts={`Alt+${TaskKey.later}`}
        data-hint={altKeyText(TaskKey.later)}
        onClick={() => onAsk(asked === 'later' ? null : 'later')}
      >
        {t('preview.work.later')}
      </Button>
      <Button
        ref={handOn}
        variant="default"
        disabled={isBusy || desk.isInCall}
        aria-expanded={asked === 'handOn'}
        leftSection={<Forward size={15} aria-hidden />}
        onClick={() => onAsk(asked === 'handOn' ? null : 'handOn')}
      >
        {t('preview.work.handOn')}
      </Button>
      {!wasCalled && (
        <>
          <Button
            ref={skip}
            variant="default"
            disabled={isBusy || desk.isInCall}
            aria-expanded={asked === 'skip'}
            leftSection={<SkipForward size={15} aria-hidden />}
            aria-keyshortcuts={`Alt+${TaskKey.skip}`}
            data-hint={altKeyText(TaskKey.skip)}
            onClick={() => onAsk(asked === 'skip' ? null : 'skip')}
          >
            {t('preview.work.skip')}
          </Button>
          <Button
            variant="subtle"
            disabled={isBusy || desk.isInCall}
            leftSection={<Undo2 size={15} aria-hidden />}
            onClick={() => void desk.giveBack()}
          >
            {t('preview.work.giveBack')}
          </Button>
        </>
      )}
    </div>
  );
}

function Known({ work: { customer } }: { work: PreviewWork }) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const facts = [
    ...(customer.isFollowUp ? [[t('preview.followUp'), format.dateTime(customer.nextAt)]] : []),
    ...(customer.note ? [[t('preview.note'), customer.note]] : []),
    ...Object.entries(customer.columns),
  ];
  return (
    <section className="task-part" aria-label={t('preview.work.known')}>
      <h4>{t('preview.work.known')}</h4>
      {facts.length > 0 ? (
        <dl className="fact-list">
          {facts.map(([name, value], place) => (
            <div key={`${name} ${place}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="preview-hint">{t('preview.work.nothingKnown')}</p>
      )}
      {customer.customerId !== null && can('customers.use') && (
        <Link className="task-link" to={`/customers/${customer.customerId}`}>
          {t('preview.customers.open')}
        </Link>
      )}
    </section>
  );
}

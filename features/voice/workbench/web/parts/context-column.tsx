import { UserRound } from 'lucide-react';
import { Suspense } from 'react';
import { CallerCard } from '#features/customers/customers/web/index.ts';
import { CallScripts } from '#features/voice/call-scripts/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState } from '#platform/web/ui/states.tsx';
import { useCan } from '#platform/web/viewer.ts';
import { answeredCall, type Subject } from '../subject.ts';
import type { CustomerHistory } from '../use-history.ts';
import { CustomerPanel } from './customer-panel.tsx';
import { LabelChoice } from './label-choice.tsx';
import { NoteEditor } from './note-editor.tsx';

/** Who the customer is and what to say, which scrolls; below it, always in sight, what the call was about and what to remember of it. */
export function ContextColumn({
  subject,
  history,
  onNoteSaved,
}: {
  subject: Subject | null;
  history: CustomerHistory;
  onNoteSaved: () => void;
}) {
  const t = useText();
  const can = useCan();
  if (!subject)
    return <EmptyState icon={<UserRound size={22} />} title={t('workbench.nobody')} hint={t('workbench.nobodyHint')} />;
  // Only whoever talked can write about a call: an opened one may have been missed.
  const callId = subject.at === 'record' && !history.own?.answerTime ? null : answeredCall(subject);
  const number = subject.number || history.own?.number || history.own?.displayNumber || '';
  return (
    <>
      <div className="bench-about">
        <CustomerPanel subject={subject} history={history} />
        {can('customers.use') && !subject.isInternal && (
          <Suspense fallback={null}>
            <CallerCard
              key={`customer ${subject.callId ?? ''} ${number}`}
              number={number}
              callId={subject.callId}
              isMonitoring={subject.at === 'monitoring'}
            />
          </Suspense>
        )}
        {subject.callId !== null && isLive(subject) && can('scripts.use') && (
          <Suspense fallback={null}>
            <CallScripts key={`script ${subject.callId}`} callId={subject.callId} />
          </Suspense>
        )}
      </div>
      {callId !== null && (
        <div className="bench-write">
          {can('call-labels.use') && <LabelChoice key={`label ${callId}`} callId={callId} />}
          {can('calls.use') && <NoteEditor key={`note ${callId}`} callId={callId} onSaved={onNoteSaved} />}
        </div>
      )}
    </>
  );
}

/** Somebody may speak any moment. */
const isLive = ({ at, isInternal }: Subject): boolean =>
  !isInternal && (at === 'ringing' || at === 'dialing' || at === 'talking');

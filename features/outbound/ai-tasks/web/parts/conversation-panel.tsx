import { Button } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { TALK_READ_EVERY_MS } from '#features/flows/flow-talks/contract.ts';
import { TalkMessages, useTalkWords } from '#features/flows/flow-talks/web/index.ts';
import { callRecordings, callRecords } from '#features/voice/call-records/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { aiTasksApi, type AiConversation, type AiTaskCall } from '../../contract.ts';
import { AiCallDeeds, type TakesOver } from './call-deeds.tsx';
import '#platform/web/ui/fact-list.css';

const Recordings = lazily(callRecords, callRecordings);

interface ConversationPanelProps {
  task: TakesOver;
  /** As its list has it. */
  call: AiTaskCall;
  mayEdit: boolean;
  onClose: () => void;
}

/** A call of a task beside its list: what came of it, its recording, and what was said. */
export function ConversationPanel({ task, call, mayEdit, onClose }: ConversationPanelProps) {
  const t = useText();
  const [goesOn, setGoesOn] = useState(false);
  const answer = useEndpoint(
    aiTasksApi.conversation,
    { attemptId: call.attemptId, show: 'all' },
    { handlesFailures: true, staleMs: 0, ...(goesOn ? { everyMs: TALK_READ_EVERY_MS } : {}) },
  );
  useTalkWords(() => void answer.refetch(), goesOn ? (answer.data?.call.talkId ?? null) : null);
  const isLive = answer.data ? !answer.data.call.isOver : false;
  if (answer.data !== undefined && goesOn !== isLive) setGoesOn(isLive);
  const { data } = answer;
  return (
    <SidePanel opened size={620} onClose={onClose} title={t('ai-tasks.conversation')}>
      {answer.isError && !data ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : data === undefined ? (
        <LoadingLines lines={8} />
      ) : data === null ? (
        <div className="ai-conversation">
          <CallFacts call={call} />
          <div className="page-actions">{mayEdit && <AiCallDeeds task={task} call={call} />}</div>
          <p className="ai-task-hint">{t(call.isOver ? 'ai-tasks.nothingSaid' : 'ai-tasks.nothingSaidYet')}</p>
        </div>
      ) : (
        <Conversation task={task} conversation={data} mayEdit={mayEdit} />
      )}
    </SidePanel>
  );
}

interface ConversationProps {
  task: TakesOver;
  conversation: AiConversation;
  mayEdit: boolean;
}

function Conversation({ task, conversation, mayEdit }: ConversationProps) {
  const { call, flowName, flowVersion, language, messages, variables } = conversation;
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const version = flowVersion === null ? '' : t('ai-tasks.flowVersion', { version: format.number(flowVersion) });
  return (
    <div className="ai-conversation">
      <CallFacts call={call}>
        <Fact name={t('ai-tasks.field.flowId')}>
          {[flowName, version, codeLabel(CustomerLanguage, language)].filter(Boolean).join(' · ')}
        </Fact>
      </CallFacts>
      <div className="page-actions">
        {mayEdit && <AiCallDeeds task={task} call={call} />}
        {call.customerId !== null && can('customers.use') && (
          <Button size="xs" variant="default" component={Link} to={`/customers/${call.customerId}`}>
            {t('ai-tasks.customers.open')}
          </Button>
        )}
      </div>
      {call.hasRecording && call.callId !== null && can('call-records.use') && (
        <section aria-label={t('ai-tasks.recording')}>
          <h3>{t('ai-tasks.recording')}</h3>
          <Suspense fallback={<LoadingLines />}>
            <Recordings callId={call.callId} />
          </Suspense>
        </section>
      )}
      {messages.length === 0 ? (
        <p className="ai-task-hint">{t(call.isOver ? 'ai-tasks.nothingSaid' : 'ai-tasks.nothingSaidYet')}</p>
      ) : (
        <Suspense fallback={<LoadingLines lines={6} />}>
          <TalkMessages messages={messages} />
        </Suspense>
      )}
      <Collected values={variables} />
    </div>
  );
}

/** What is known of a call whether anybody talked or not. */
function CallFacts({ call, children }: { call: AiTaskCall; children?: ReactNode }) {
  const t = useText();
  const format = useFormat();
  return (
    <dl className="fact-list">
      <Fact name={t('ai-tasks.column.customerName')}>
        {call.customerName || spokenNumber(call.phone)}
        {call.customerName !== '' && <small className="figures"> {spokenNumber(call.phone)}</small>}
      </Fact>
      <Fact name={t('ai-tasks.column.status')}>
        <CodeBadge table={AiCallStatus} code={call.status} />
      </Fact>
      {call.result !== null && (
        <Fact name={t('ai-tasks.column.result')}>
          <CodeBadge table={AiCallResult} code={call.result} />
        </Fact>
      )}
      {call.agentName !== '' && <Fact name={t('ai-tasks.handedTo')}>{call.agentName}</Fact>}
      {children}
      <Fact name={t('ai-tasks.column.beganAt')}>
        {[format.exact(call.beganAt), call.talkSec > 0 && shortClock(call.talkSec * 1_000)].filter(Boolean).join(' · ')}
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What a conversation came to know. */
export function Collected({ values }: { values: Readonly<Record<string, string>> }) {
  const t = useText();
  if (Object.keys(values).length === 0) return null;
  return (
    <section aria-label={t('ai-tasks.collected')}>
      <h3 className="fact-heading">{t('ai-tasks.collected')}</h3>
      <dl className="fact-list">
        {Object.entries(values).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

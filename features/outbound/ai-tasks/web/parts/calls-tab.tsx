import { NativeSelect } from '@mantine/core';
import { Mic } from 'lucide-react';
import { useState } from 'react';
import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { ConditionStatus } from '#shared/codes/condition-status.ts';
import { aiTasksApi, type AiTaskCall, type AiTaskDetail } from '../../contract.ts';
import { useAiExport } from './use-ai-export.ts';
import { ConversationPanel } from './conversation-panel.tsx';

const filters = { words: '', condition: '', status: '', result: '' } as const;

/** Every call of a task, the newest first. */
export function AiCallsTab({ task, mayEdit }: { task: AiTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const state = useTableState('ai-calls', { filters });
  const { words, condition, status, result } = state.filters;
  const answer = usePage(aiTasksApi.calls, {
    id: task.id,
    page: state.page,
    size: state.size,
    ...(words ? { words } : {}),
    ...(condition ? { condition: Number(condition) } : {}),
    ...(status ? { status: Number(status) } : {}),
    ...(result ? { result: Number(result) } : {}),
  });
  const [opened, setOpened] = useState<AiTaskCall | null>(null);
  const { isExporting, write } = useAiExport(aiTasksApi.exportCalls, task.id);
  const columns = useColumns();
  const choice = (name: 'condition' | 'status' | 'result', any: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={t(`ai-tasks.column.${name}`)}
      value={state.filters[name]}
      data={[{ value: '', label: any }, ...data]}
      onChange={(event) => state.setFilters({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <DataTable
        label={t('ai-tasks.tab.calls')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ attemptId }) => attemptId}
        onOpen={setOpened}
        {...(answer.data && answer.data.total > 0 ? { onExport: write, exporting: isExporting } : {})}
        filters={
          <>
            <SearchField
              label={t('ai-tasks.customers.search')}
              value={words}
              onChange={(next) => state.setFilters({ words: next })}
            />
            {choice('condition', t('ai-tasks.anyCondition'), codeChoices(ConditionStatus))}
            {choice('status', t('ai-tasks.anyStatus'), codeChoices(AiCallStatus))}
            {choice('result', t('ai-tasks.anyResult'), codeChoices(AiCallResult))}
          </>
        }
        empty={{ title: t('ai-tasks.noCalls'), hint: t('ai-tasks.noCallsHint') }}
      />
      {opened !== null && (
        <ConversationPanel
          task={task}
          // As it stands now: what goes on can be ended, what is over cannot.
          call={answer.data?.list.find(({ attemptId }) => attemptId === opened.attemptId) ?? opened}
          mayEdit={mayEdit}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function useColumns(): Column<AiTaskCall>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('ai-tasks.column.customerName'),
      required: true,
      card: 'title',
      cell: ({ customerName, phone }) => (
        <span className="campaign-name">
          <b>{customerName || spokenNumber(phone)}</b>
          {customerName !== '' && <small className="figures">{spokenNumber(phone)}</small>}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('ai-tasks.column.status'),
      width: 180,
      card: 'beside',
      cell: ({ status }) => <CodeBadge table={AiCallStatus} code={status} />,
    },
    {
      id: 'result',
      header: t('ai-tasks.column.result'),
      width: 220,
      cell: ({ result, agentName }) => (
        <span>
          <CodeBadge table={AiCallResult} code={result} />
          {agentName !== '' && <small className="ai-task-note">{agentName}</small>}
        </span>
      ),
    },
    {
      id: 'length',
      header: t('ai-tasks.column.length'),
      width: 110,
      align: 'end',
      cell: ({ talkSec, hasRecording }) => (
        <span className="ai-task-length">
          {hasRecording && <Mic size={13} role="img" aria-label={t('ai-tasks.recorded')} />}
          <span className="figures">{talkSec > 0 ? shortClock(talkSec * 1_000) : '–'}</span>
        </span>
      ),
    },
    {
      id: 'turns',
      header: t('ai-tasks.column.turns'),
      width: 90,
      align: 'end',
      wide: true,
      cell: ({ turns }) => <span className="figures">{format.number(turns)}</span>,
    },
    {
      id: 'began',
      header: t('ai-tasks.column.beganAt'),
      width: 170,
      cell: ({ beganAt }) => format.dateTime(beganAt),
    },
  ];
}

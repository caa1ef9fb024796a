import { shortClock } from '#core/phone/call-clock.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { callIcons } from '#platform/web/ui/call-icons.ts';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { CallBotCall } from '../../contract.ts';

/** What came of it; the call's own end where the conversation is gone or goes on. */
export const AiCallOutcome = ({ result, statusName }: Pick<CallBotCall, 'result' | 'statusName'>) =>
  result === null ? <span>{statusName}</span> : <CodeBadge table={AiCallResult} code={result} />;

/** The columns of a customer's calls with AI agents. */
export function useAiCallColumns(): Column<CallBotCall>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'startTime',
      header: t('customers.aiCalls.startTime'),
      required: true,
      card: 'title',
      width: 200,
      cell: ({ startTime, callIcon }) => {
        const Icon = callIcons[callIcon]?.icon;
        return (
          <span className="figures">
            {Icon && <Icon size={14} aria-hidden />} {format.exact(startTime)}
          </span>
        );
      },
    },
    { id: 'flow', header: t('customers.aiCalls.flow'), width: 180, cell: ({ flowName }) => flowName || '–' },
    { id: 'result', header: t('customers.aiCalls.result'), width: 190, cell: (call) => <AiCallOutcome {...call} /> },
    {
      id: 'duration',
      header: t('customers.aiCalls.duration'),
      width: 90,
      align: 'end',
      cell: ({ duration }) => <span className="figures">{shortClock(duration * 1_000)}</span>,
    },
    { id: 'handedTo', header: t('customers.aiCalls.handedTo'), width: 150, cell: ({ userName }) => userName || '–' },
  ];
}

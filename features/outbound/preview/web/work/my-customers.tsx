import { CalendarClock, UserRound } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { previewApi } from '../../contract.ts';

const SHOWN = 20;

/** My open customers of tasks, promised calls first: any of them can be taken out of turn. */
export function MyCustomers({ taskId, onOpen }: { taskId: number | null; onOpen: (id: number) => void }) {
  const t = useText();
  const format = useFormat();
  const { data } = useEndpoint(
    previewApi.myCustomers,
    {
      page: 1,
      size: SHOWN,
      taskState: PreviewTaskState.incomplete,
      ...(taskId === null ? {} : { id: taskId }),
    },
    { handlesFailures: true, keepPrevious: true, staleMs: 0 },
  );
  if (!data || data.list.length === 0) return null;
  return (
    <section className="task-part">
      <h4>
        {t('preview.work.myCustomers')}{' '}
        <span className="bench-count">
          {format.number(data.total)}
          {data.totalCapped && '+'}
        </span>
      </h4>
      <ul className="bench-rows">
        {data.list.map(({ id, customerName, phone, taskName, isFollowUp, nextAt }) => (
          <li key={id}>
            <button type="button" className="bench-row" onClick={() => onOpen(id)}>
              {isFollowUp ? <CalendarClock size={15} aria-hidden /> : <UserRound size={15} aria-hidden />}
              <span>
                <b>{customerName || spokenNumber(phone)}</b>
                <small>{[isFollowUp && format.dateTime(nextAt), taskName].filter(Boolean).join(' · ')}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

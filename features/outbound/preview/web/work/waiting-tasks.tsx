import { ClipboardList } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { previewApi } from '../../contract.ts';
import { taskAtWorkbench } from '../address.ts';
import { chooseTask } from './task-desk.ts';

/** The tasks one can work on, beside the calls that wait. */
export default function WaitingTasks() {
  const t = useText();
  const format = useFormat();
  const { data } = useEndpoint(previewApi.myTasks, {}, { handlesFailures: true, staleMs: 0 });
  if (!data || data.length === 0) return null;
  return (
    <section className="bench-part">
      <h3>
        {t('preview.work.tasks')}
        <span className="bench-count">{format.number(data.length)}</span>
      </h3>
      <ul className="bench-rows">
        {data.map(({ id, name, mine, due, free }) => (
          <li key={id} data-tone={due > 0 ? 'red' : 'grey'}>
            {/* A step of its own each time: it leads to the tasks also from another part at the same address. */}
            <Link className="bench-row" replace={false} to={taskAtWorkbench(null)} onClick={() => chooseTask(id)}>
              <ClipboardList size={15} aria-hidden />
              <span>
                <b>{name}</b>
                <small>
                  {due > 0
                    ? t('preview.work.due', { count: due, shown: format.number(due) })
                    : t('preview.work.left', { count: mine + free, shown: format.number(mine + free) })}
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

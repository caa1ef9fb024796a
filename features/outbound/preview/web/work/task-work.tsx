import { Button, NativeSelect } from '@mantine/core';
import { CircleCheck, ClipboardList, UserRoundSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText, useAltKey } from '#platform/web/keyboard.ts';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { previewApi } from '../../contract.ts';
import { MyCustomers } from './my-customers.tsx';
import { TaskCustomer } from './task-customer.tsx';
import { TaskKey } from './task-keys.ts';
import { useTaskWork } from './use-task-work.ts';
import '../preview.css';
import './task-work.css';

const EVERY = '';

/** Work on tasks at the workbench: the next customer, what is known, the script, the call, and what came of it. */
export default function TaskWork() {
  const t = useText();
  const tasks = useEndpoint(previewApi.myTasks, {}, { handlesFailures: true, staleMs: 0 });
  const desk = useTaskWork(tasks.data);
  useAskedCustomer(desk.open);
  const mayAsk = desk.work === null && desk.busy === null && (tasks.data?.length ?? 0) > 0;
  useAltKey(TaskKey.next, mayAsk ? () => void desk.next() : null);
  if (tasks.error && !tasks.data) return <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />;
  if (!tasks.data) return <LoadingLines lines={6} />;
  if (desk.work) return <TaskCustomer key={desk.work.customer.id} work={desk.work} desk={desk} />;
  if (tasks.data.length === 0)
    return (
      <EmptyState
        icon={<ClipboardList size={22} />}
        title={t('preview.work.noTasks')}
        hint={t('preview.work.noTasksHint')}
      />
    );
  return (
    <div className="task-work">
      <section className="task-begin" aria-label={t('preview.work.begin')}>
        <NativeSelect
          label={t('preview.work.task')}
          value={desk.taskId === null ? EVERY : String(desk.taskId)}
          data={[
            { value: EVERY, label: t('preview.work.everyTask') },
            ...tasks.data.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => desk.choose(value === EVERY ? null : Number(value))}
        />
        <NextButton isBusy={desk.busy === 'next'} onNext={() => void desk.next()} />
        {desk.isThrough && (
          <p role="status" className="task-through">
            <CircleCheck size={16} aria-hidden /> {t('preview.work.through')}
          </p>
        )}
        <TaskCounts tasks={tasks.data} />
      </section>
      <MyCustomers taskId={desk.taskId} onOpen={(id) => void desk.open(id)} />
    </div>
  );
}

/** The first thing the keyboard finds. */
function NextButton({ isBusy, onNext }: { isBusy: boolean; onNext: () => void }) {
  const t = useText();
  const place = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Whoever types elsewhere goes on typing.
    if (document.activeElement?.matches('body, main, section, input[type=radio]') ?? true) place.current?.focus();
  }, []);
  return (
    <Button
      ref={place}
      loading={isBusy}
      leftSection={<UserRoundSearch size={15} aria-hidden />}
      aria-keyshortcuts={`Alt+${TaskKey.next}`}
      data-hint={altKeyText(TaskKey.next)}
      onClick={onNext}
    >
      {t('preview.work.next')}
    </Button>
  );
}

function TaskCounts({
  tasks,
}: {
  tasks: readonly { id: number; name: string; mine: number; due: number; free: number }[];
}) {
  const t = useText();
  const format = useFormat();
  return (
    <ul className="task-counts">
      {tasks.map(({ id, name, mine, due, free }) => (
        <li key={id}>
          <b>{name}</b>
          <small className="figures">
            {[
              t('preview.work.mine', { count: mine, shown: format.number(mine) }),
              due > 0 && t('preview.work.due', { count: due, shown: format.number(due) }),
              t('preview.work.free', { count: free, shown: format.number(free) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** A customer the address names is opened once; the address then says the part alone. */
function useAskedCustomer(open: (customerId: number) => Promise<void>): void {
  const [query, setQuery] = useAddressQuery();
  const asked = Number(query.get('customer')) || null;
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (asked === null) return;
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('customer');
        return next;
      },
      { replace: true },
    );
    void latest.current(asked);
  }, [asked, setQuery]);
}

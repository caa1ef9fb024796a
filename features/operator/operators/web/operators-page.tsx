import { Button } from '@mantine/core';
import { UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable, type TableAnswer } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { operatorsApi, type InstallationOperator } from '../contract.ts';
import './operators.css';

const AddDialog = lazy(async () => ({ default: (await import('./parts/add-dialog.tsx')).AddDialog }));
const filters = {} as const;

/** Everybody who runs the installation. */
export default function OperatorsPage() {
  const t = useText();
  const state = useTableState('operators', { filters });
  const list = useEndpoint(operatorsApi.list, {}, { handlesFailures: true });
  const [isAdding, setAdding] = useState(false);
  const answer: TableAnswer<InstallationOperator> = {
    ...list,
    data: list.data && {
      list: list.data.slice((state.page - 1) * state.size, state.page * state.size),
      total: list.data.length,
    },
  };
  const add = (
    <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('operators.add')}
    </Button>
  );
  return (
    <Page>
      <p className="operator-lead">{t('operators.lead')}</p>
      <DataTable
        label={t('operators.name')}
        state={state}
        columns={useColumns()}
        answer={answer}
        rowId={({ userId }) => userId}
        actions={add}
        empty={{ title: t('operators.none'), action: add }}
      />
      <Suspense fallback={null}>{isAdding && <AddDialog onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  );
}

function useColumns(): Column<InstallationOperator>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('operators.column.name'),
      required: true,
      card: 'title',
      cell: ({ name, email }) => <PersonCell name={name || email} detail={email} />,
    },
    {
      id: 'factor',
      header: t('operators.column.factor'),
      width: 190,
      cell: ({ hasSecondFactor, canSignIn }) =>
        canSignIn ? (
          <Badge look="dot" tone={hasSecondFactor ? 'green' : 'red'}>
            {t(hasSecondFactor ? 'operators.factor.has' : 'operators.factor.none')}
          </Badge>
        ) : (
          <Badge look="dot" tone="red">
            {t('operators.cannotSignIn')}
          </Badge>
        ),
    },
    {
      id: 'seen',
      header: t('operators.column.seen'),
      width: 150,
      cell: ({ lastSeenAt }) => (lastSeenAt ? format.relative(lastSeenAt) : t('operators.never')),
    },
    {
      id: 'since',
      header: t('operators.column.since'),
      width: 220,
      wide: true,
      cell: ({ since, addedBy }) => [format.date(since), addedBy].filter(Boolean).join(' · '),
    },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 120,
      align: 'end',
      card: 'beside',
      cell: (operator) =>
        operator.isMe ? <Badge tone="blue">{t('operators.me')}</Badge> : <Remove operator={operator} />,
    },
  ];
}

function Remove({ operator: { userId, name, email } }: { operator: InstallationOperator }) {
  const t = useText();
  const remove = useCommand(operatorsApi.remove, { invalidates: [operatorsApi.list], done: 'operators.removed' });
  async function askAndRemove(): Promise<void> {
    const question = {
      title: t('operators.removeTitle', { name: name || email }),
      body: t('operators.removeBody'),
      yes: t('operators.remove'),
      danger: true,
    };
    if (await confirm(question)) remove.mutate({ userId });
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('operators.removeNamed', { name: name || email })}
      loading={remove.isPending}
      onClick={() => void askAndRemove()}
    >
      {t('operators.remove')}
    </Button>
  );
}

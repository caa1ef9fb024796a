import { Button, Progress } from '@mantine/core';
import { DatabaseBackup } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable, type TableAnswer } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { backupsApi, type BackupRow, type BackupRun, type BackupState } from '../contract.ts';
import { LastGood } from './backup-card.tsx';
import { BackupTroubles } from './parts/backup-troubles.tsx';
import { HeldAlert } from './parts/held-alert.tsx';
import { ReleasedCard } from './parts/released-card.tsx';
import { WishesCard } from './parts/wishes-card.tsx';
import './backups.css';
import '#platform/web/ui/fact-list.css';

const STATE_EVERY_MS = 5_000;
const filters = {} as const;
const isBusy = (run: BackupRun | null): boolean => run?.state === 'waiting' || run?.state === 'running';

/** Backups of the installation: how they are, when they are made, and each that is kept. */
export default function BackupsPage() {
  const state = useEndpoint(backupsApi.state, {}, { handlesFailures: true, everyMs: STATE_EVERY_MS });
  if (state.error && !state.data) return <ErrorState error={state.error} onRetry={() => void state.refetch()} />;
  return (
    <Page>
      <div className="backup-parts">
        <HeldAlert />
        <ReleasedCard />
        {state.data ? (
          <div className="backup-cards">
            <Standing state={state.data} />
            <WishesCard state={state.data} />
          </div>
        ) : (
          <LoadingLines lines={6} />
        )}
        <KeptBackups run={state.data?.run ?? null} />
      </div>
    </Page>
  );
}

function Standing({ state }: { state: BackupState }) {
  const t = useText();
  const format = useFormat();
  const { place, wal, run } = state;
  const begin = useCommand(backupsApi.begin, { invalidates: [backupsApi.state], done: 'backups.begun' });
  return (
    <Card
      title={t('backups.standing')}
      actions={
        place && (
          <Button
            leftSection={<DatabaseBackup size={16} aria-hidden />}
            disabled={isBusy(run) || state.troubles.includes('unreleased')}
            loading={begin.isPending}
            onClick={() => begin.mutate({})}
          >
            {t('backups.begin')}
          </Button>
        )
      }
    >
      <div className="backup-parts">
        <BackupTroubles troubles={state.troubles} />
        {run && <RunLine run={run} />}
        <LastGood state={state} />
        {place && (
          <dl className="fact-list">
            <div>
              <dt>{t('backups.folder')}</dt>
              <dd>
                {place.folder}
                {place.freeBytes !== null && ` · ${t('backups.free', { free: format.bytes(place.freeBytes) })}`}
              </dd>
            </div>
            <div>
              <dt>{t('backups.way')}</dt>
              <dd>{t(`backups.way.${place.way}`)}</dd>
            </div>
            {wal && (
              <div>
                <dt>{t('backups.logBytes')}</dt>
                <dd>
                  {format.bytes(wal.bytes)}
                  {wal.asideIn && ` · ${t('backups.logAside', { folder: wal.asideIn })}`}
                </dd>
              </div>
            )}
            <div>
              <dt>{t('backups.keys')}</dt>
              <dd>
                {t('backups.keysWhere', { where: place.keysWhere })}
                {place.keysCopiedTo && ` ${t('backups.keysCopied', { to: place.keysCopiedTo })}`}
              </dd>
            </div>
          </dl>
        )}
        <p className="backup-words">{t('backups.restoreHint')}</p>
      </div>
    </Card>
  );
}

function RunLine({ run }: { run: BackupRun }) {
  const t = useText();
  const format = useFormat();
  const values = { who: run.askedBy || t('backups.byClock'), when: format.relative(run.endedAt ?? run.askedAt) };
  const share = run.totalBytes === 0 ? 0 : Math.min(100, (100 * run.doneBytes) / run.totalBytes);
  return (
    <div className="backup-run" role="status">
      <span>
        {t(`backups.run.${run.kind}.${run.state}`, values)}
        {run.state === 'running' && run.totalBytes > 0 && (
          <small className="figures">
            {format.bytes(run.doneBytes)} / {format.bytes(run.totalBytes)}
          </small>
        )}
      </span>
      {isBusy(run) && <Progress value={share} aria-label={t('backups.progress')} animated={run.state === 'running'} />}
      {run.problem !== '' && <pre className="backup-problem">{run.problem}</pre>}
      {run.removalProblem !== '' && <pre className="backup-problem">{run.removalProblem}</pre>}
    </div>
  );
}

function KeptBackups({ run }: { run: BackupRun | null }) {
  const t = useText();
  const state = useTableState('backups', { filters });
  // A run that ends makes the list old: its end is part of the question's freshness.
  const list = useEndpoint(
    backupsApi.list,
    {},
    { handlesFailures: true, everyMs: isBusy(run) ? STATE_EVERY_MS : 60_000 },
  );
  const answer: TableAnswer<BackupRow> = {
    ...list,
    data: list.data && {
      list: list.data.slice((state.page - 1) * state.size, state.page * state.size),
      total: list.data.length,
    },
  };
  return (
    <DataTable
      label={t('backups.kept')}
      state={state}
      columns={useColumns(isBusy(run))}
      answer={answer}
      rowId={({ id }) => id}
      empty={{ title: t('backups.none'), hint: t('backups.noneHint') }}
    />
  );
}

function useColumns(busy: boolean): Column<BackupRow>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'finishedAt',
      header: t('backups.column.finishedAt'),
      required: true,
      card: 'title',
      width: 210,
      cell: ({ finishedAt, id }) => (
        <span className="backup-named">
          {finishedAt ? format.dateTime(finishedAt) : id}
          <small>{id}</small>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('backups.column.state'),
      width: 200,
      cell: ({ finishedAt, damage, checkedAt }) => (
        <span data-hint={damage ?? undefined}>
          <Badge look="dot" tone={damage ? 'red' : checkedAt ? 'green' : 'grey'}>
            {damage
              ? t(finishedAt === null ? 'backups.unreadable' : 'backups.damaged')
              : checkedAt
                ? t('backups.checked', { when: format.relative(checkedAt) })
                : t('backups.unchecked')}
          </Badge>
        </span>
      ),
    },
    {
      id: 'database',
      header: t('backups.column.database'),
      width: 130,
      align: 'end',
      cell: ({ databaseBytes }) => format.bytes(databaseBytes),
    },
    {
      id: 'files',
      header: t('backups.column.files'),
      width: 180,
      wide: true,
      align: 'end',
      cell: ({ files, fileBytes }) => `${format.number(files)} · ${format.bytes(fileBytes)}`,
    },
    {
      id: 'added',
      header: t('backups.column.added'),
      width: 130,
      align: 'end',
      wide: true,
      cell: ({ addedBytes }) => format.bytes(addedBytes),
    },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 120,
      align: 'end',
      card: 'beside',
      cell: (row) => <Check row={row} busy={busy} />,
    },
  ];
}

function Check({ row: { id, finishedAt }, busy }: { row: BackupRow; busy: boolean }) {
  const t = useText();
  const format = useFormat();
  const check = useCommand(backupsApi.check, { invalidates: [backupsApi.state], done: 'backups.checkBegun' });
  if (finishedAt === null) return null;
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('backups.checkNamed', { when: format.dateTime(finishedAt) })}
      disabled={busy}
      loading={check.isPending}
      onClick={() => check.mutate({ backupId: id })}
    >
      {t('backups.check')}
    </Button>
  );
}

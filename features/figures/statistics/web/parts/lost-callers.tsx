import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { lossPlaces, type LossPlace } from '#core/figures/loss.ts';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { LOST_NOTE_MAX, lostStates, statisticsApi, type LostCaller, type StatFilter } from '../../contract.ts';
import { callerName } from './caller-name.ts';
import { LostDeeds } from './lost-deeds.tsx';

const filters = { state: 'open', place: '' };
const stateOf = (text: string) => lostStates.find((one) => one === text) ?? 'open';
const placeOf = (text: string): LossPlace | undefined => lossPlaces.find((one) => one === text);

/** Callers nobody has talked with since: somebody takes them, calls them back, is done with them. */
export function LostCallers({ filter: { from, to, zone, group_id, number_id } }: { filter: StatFilter }) {
  const t = useText();
  const state = useTableState('lostCallers', { filters });
  const shown = stateOf(state.filters.state);
  const place = placeOf(state.filters.place);
  const answer = usePage(statisticsApi.lostCallers, {
    from,
    to,
    zone,
    state: shown,
    page: state.page,
    size: state.size,
    ...(group_id ? { group_id } : {}),
    ...(number_id ? { number_id } : {}),
    ...(place ? { place } : {}),
  });
  const [finishing, setFinishing] = useState<LostCaller | null>(null);
  const columns = useLostColumns(setFinishing);
  return (
    <Card title={<span data-hint={t('statistics.lost.hint')}>{t('statistics.lost.title')}</span>}>
      <DataTable
        label={t('statistics.lost.title')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ callId }) => callId}
        filters={
          <Choice
            label={t('statistics.lost.state')}
            value={shown}
            options={lostStates.map((value) => ({ value, label: t(`statistics.lost.state.${value}`) }))}
            onChange={(next) => state.setFilters({ state: next })}
          />
        }
        empty={{ title: t('statistics.lost.empty'), hint: t('statistics.lost.emptyHint') }}
      />
      {finishing && <FinishDialog lost={finishing} onClose={() => setFinishing(null)} />}
    </Card>
  );
}

function useLostColumns(onFinish: (lost: LostCaller) => void): Column<LostCaller>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'caller',
      header: t('statistics.lost.caller'),
      required: true,
      card: 'title',
      cell: (lost) => (
        <span className="lost-caller">
          {callerName(lost)}
          {lost.customerName && <small className="figures">{spokenNumber(lost.displayNumber)}</small>}
        </span>
      ),
    },
    { id: 'at', header: t('statistics.lost.when'), width: 150, cell: ({ at }) => format.dateTime(at) },
    {
      id: 'place',
      header: t('statistics.lost.where'),
      cell: ({ place, groupName }) => (
        <span className="lost-caller">
          {t(`statistics.place.${place}`)}
          {groupName && <small>{groupName}</small>}
        </span>
      ),
    },
    {
      id: 'gone',
      header: t('statistics.lost.after'),
      align: 'end',
      width: 90,
      cell: ({ goneSec }) => duration(goneSec),
    },
    {
      id: 'calls',
      header: t('statistics.lost.calls'),
      align: 'end',
      width: 80,
      cell: ({ calls }) => format.number(calls),
    },
    {
      id: 'tries',
      header: t('statistics.lost.tries'),
      align: 'end',
      width: 120,
      wide: true,
      cell: ({ tries, lastTryAt }) => (
        <span className="lost-caller">
          {format.number(tries)}
          {lastTryAt && <small>{t('statistics.lost.lastTry', { time: format.recent(lastTryAt) })}</small>}
        </span>
      ),
    },
    {
      id: 'who',
      header: t('statistics.lost.who'),
      cell: ({ claimed, done }) => (
        <span className="lost-caller">
          {(done ?? claimed)?.userName ?? '–'}
          {done?.note && <small>{done.note}</small>}
        </span>
      ),
    },
    {
      id: 'deeds',
      header: t('statistics.lost.deeds'),
      required: true,
      cell: (lost) => <LostDeeds lost={lost} onFinish={() => onFinish(lost)} />,
    },
  ];
}

function FinishDialog({ lost, onClose }: { lost: LostCaller; onClose: () => void }) {
  const t = useText();
  const [note, setNote] = useState('');
  const finish = useCommand(statisticsApi.finishLost, { invalidates: [statisticsApi.lostCallers], onDone: onClose });
  return (
    <Dialog opened onClose={onClose} title={t('statistics.lost.doneTitle', { name: callerName(lost) })} size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          finish.mutate({ callId: lost.callId, note });
        }}
      >
        <Textarea
          label={t('statistics.lost.note')}
          rows={3}
          maxLength={LOST_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={finish.isPending}>
            {t('statistics.lost.done')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { Select } from '@mantine/core';
import { useState } from 'react';
import { equipmentParts } from '#core/equipment/equipment.ts';
import type { EquipmentPart } from '#shared/codes/equipment-part.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { equipmentCheckApi, type CheckResult } from '../../contract.ts';
import { Verdicts } from './parts/result-panel.tsx';
import './equipment.css';

const filters = { abnormal: '' } as const;
const choices = ['any', ...equipmentParts] as const;

/** Who has a bad headset: the newest check of every agent. */
export default function EquipmentPage() {
  const t = useText();
  const format = useFormat();
  const state = useTableState('equipment-check', { filters });
  const abnormal = choices.find((one) => one === state.filters.abnormal);
  const answer = usePage(equipmentCheckApi.list, {
    page: state.page,
    size: state.size,
    ...(abnormal ? { abnormal } : {}),
  });
  const [open, setOpen] = useState<CheckResult | null>(null);
  const part = (id: EquipmentPart): Column<CheckResult> => ({
    id,
    header: t(`equipment-check.part.${id}`),
    width: 150,
    cell: ({ verdict }) => (
      <Badge tone={verdict[id].normal ? 'green' : 'red'} look="dot">
        {verdict[id].normal ? t('equipment-check.normal') : t('equipment-check.abnormal')}
      </Badge>
    ),
  });
  const columns: Column<CheckResult>[] = [
    {
      id: 'agent',
      header: t('equipment-check.column.agent'),
      required: true,
      card: 'title',
      cell: ({ userName }) => userName,
    },
    ...equipmentParts.map(part),
    { id: 'at', header: t('equipment-check.column.at'), width: 180, cell: ({ at }) => format.dateTime(at) },
  ];
  return (
    <Page>
      <p className="equipment-lead equipment-intro">{t('equipment-check.page.lead')}</p>
      <DataTable
        label={t('equipment-check.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={setOpen}
        filters={
          <Select
            aria-label={t('equipment-check.filter')}
            placeholder={t('equipment-check.filter')}
            clearable
            comboboxProps={{ keepMounted: false }}
            value={abnormal ?? null}
            onChange={(value) => state.setFilters({ abnormal: value ?? '' })}
            data={choices.map((value) => ({
              value,
              label: value === 'any' ? t('equipment-check.filterAny') : t(`equipment-check.part.${value}`),
            }))}
          />
        }
        empty={{ title: t('equipment-check.empty'), hint: t('equipment-check.emptyHint') }}
      />
      <SidePanel opened={open !== null} onClose={() => setOpen(null)} title={open?.userName ?? ''} size={520}>
        {open && <Detail result={open} />}
      </SidePanel>
    </Page>
  );
}

function Detail({ result }: { result: CheckResult }) {
  const t = useText();
  const format = useFormat();
  const { data } = useEndpoint(equipmentCheckApi.history, { userId: result.userId }, { handlesFailures: true });
  const earlier = data?.filter(({ id }) => id !== result.id);
  return (
    <div className="equipment">
      <p className="equipment-lead">{format.exact(result.at)}</p>
      <Verdicts facts={result.facts} verdict={result.verdict} />
      <h3>{t('equipment-check.past')}</h3>
      {earlier?.length === 0 && <p className="equipment-lead">{t('equipment-check.pastNone')}</p>}
      {earlier ? (
        <ul className="equipment-past">
          {earlier.map(({ id, at, verdict }) => {
            const bad = equipmentParts
              .filter((part) => !verdict[part].normal)
              .map((part) => t(`equipment-check.part.${part}`));
            return (
              <li key={id}>
                <span>{format.dateTime(at)}</span>{' '}
                {bad.length === 0 ? (
                  <Badge tone="green" look="dot">
                    {t('equipment-check.normal')}
                  </Badge>
                ) : (
                  <Badge tone="red" look="dot">
                    {format.list(bad)}
                  </Badge>
                )}
              </li>
            );
          })}
        </ul>
      ) : (
        <LoadingLines lines={3} />
      )}
    </div>
  );
}

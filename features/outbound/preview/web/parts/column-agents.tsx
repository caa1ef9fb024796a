import { NativeSelect, Select } from '@mantine/core';
import { usePeople } from '#features/team/seats/web/index.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { previewApi } from '../../contract.ts';

/** A column of the list, and whose the customers are by what it says. */
export interface ChosenColumn {
  column: string;
  /** Agents by value; who is not there stays as they are. */
  agents: Readonly<Record<string, string>>;
}

export const noColumn: ChosenColumn = { column: '', agents: {} };

/** Chooses a column, and an agent for each of its values. */
export function ColumnAgents({
  taskId,
  chosen,
  onChange,
}: {
  taskId: number;
  chosen: ChosenColumn;
  onChange: (next: ChosenColumn) => void;
}) {
  const t = useText();
  const format = useFormat();
  const people = usePeople();
  const { data, error, refetch } = useEndpoint(
    previewApi.columns,
    { id: taskId },
    { handlesFailures: true, staleMs: 0 },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={3} />;
  if (data.length === 0) return <p className="preview-hint">{t('preview.assign.noColumns')}</p>;
  const shown = data.find(({ column }) => column === chosen.column);
  return (
    <>
      <NativeSelect
        label={t('preview.assign.columnName')}
        data={[
          { value: '', label: t('preview.assign.chooseColumn') },
          ...data.map(({ column }) => ({ value: column, label: column })),
        ]}
        value={chosen.column}
        onChange={({ currentTarget: { value } }) => onChange({ column: value, agents: {} })}
      />
      {shown?.values.map(({ value, customers }) => (
        <Select
          key={value}
          searchable
          clearable
          comboboxProps={LONG_LIST}
          label={t('preview.assign.valueCount', { value, count: format.number(customers) })}
          placeholder={t('preview.assign.stays')}
          data={people}
          value={chosen.agents[value] ?? null}
          onChange={(next) => {
            const { [value]: _, ...others } = chosen.agents;
            onChange({ ...chosen, agents: next === null ? others : { ...others, [value]: next } });
          }}
        />
      ))}
      {shown?.isMore && <p className="preview-hint">{t('preview.assign.moreValues')}</p>}
    </>
  );
}

import { Select } from '@mantine/core';
import { plainField } from '../../core/import-fields.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import type { ImportPreview } from '../../contract.ts';
import type { FieldChoices } from './import-fields.ts';
import type { ImportDraft } from './mapping.ts';

interface MappingTableProps {
  columns: ImportPreview['columns'];
  choices: FieldChoices[];
  fields: ImportDraft['fields'];
  twice: readonly string[];
  onChange: (column: number, field: string) => void;
}

const LEFT_OUT = 'none';

/** The columns of a file with what stands in them, and what each becomes. */
export function MappingTable({ columns, choices, fields, twice, onChange }: MappingTableProps) {
  const t = useText();
  return (
    <table className="mapping-table">
      <thead>
        <tr>
          <th scope="col">{t('customer-files.map.column')}</th>
          <th scope="col">{t('customer-files.map.samples')}</th>
          <th scope="col">{t('customer-files.map.becomes')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ column, title, samples }) => {
          const name = title || t('customer-files.map.untitled', { number: column + 1 });
          const field = fields[String(column)] ?? '';
          return (
            <tr key={column} data-left-out={field === '' || undefined}>
              <th scope="row">{name}</th>
              <td>
                {samples.length > 0 ? (
                  samples.map((sample, place) => <span key={place}>{sample}</span>)
                ) : (
                  <i>{t('customer-files.map.empty')}</i>
                )}
              </td>
              <td>
                <Becomes
                  name={name}
                  field={field}
                  choices={choices}
                  isTwice={twice.includes(plainField(field))}
                  onChange={(next) => onChange(column, next)}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Becomes({
  name,
  field,
  choices,
  isTwice,
  onChange,
}: {
  name: string;
  field: string;
  choices: FieldChoices[];
  isTwice: boolean;
  onChange: (field: string) => void;
}) {
  const t = useText();
  const countries = useCountryChoices();
  const plain = plainField(field);
  const country = field.startsWith('phone:') ? field.slice('phone:'.length) : null;
  return (
    <div className="mapping-becomes">
      <Select
        searchable
        allowDeselect={false}
        comboboxProps={LONG_LIST}
        aria-label={t('customer-files.map.becomesOf', { name })}
        data={[{ value: LEFT_OUT, label: t('customer-files.map.leaveOut') }, ...choices]}
        value={plain || LEFT_OUT}
        error={isTwice ? t('customer-files.map.twice') : undefined}
        onChange={(next) => next && onChange(next === LEFT_OUT ? '' : next)}
      />
      {plain === 'phone' && (
        <Select
          searchable
          clearable
          comboboxProps={LONG_LIST}
          aria-label={t('customer-files.map.countryOf', { name })}
          placeholder={t('customer-files.map.country')}
          data={countries}
          value={country}
          onChange={(next) => onChange(next ? `phone:${next}` : 'phone')}
        />
      )}
    </div>
  );
}

import { Select, TagsInput, TextInput } from '@mantine/core';
import type { Variable } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { Currency } from '#shared/codes/currency.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { TimeFormat } from '#shared/codes/time-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';

interface ValueFieldsProps {
  value: Omit<Variable, 'attrKey'>;
  isLocked?: boolean;
  error?: string | undefined;
  onChange(part: Partial<Omit<Variable, 'attrKey'>>): void;
}

/** How a value is called, what it is and how it is written. */
export function ValueFields({ value, isLocked = false, error, onChange }: ValueFieldsProps) {
  const t = useText();
  const formats = { [VariableType.date]: DateFormat.rows, [VariableType.time]: TimeFormat.rows }[
    value.valueType as number
  ];
  const format =
    formats?.find(({ code }) => code === value.valueFormat)?.code ??
    (value.valueType === VariableType.date ? DateFormat.yearFirst : TimeFormat.hours24);
  return (
    <>
      <TextInput
        label={t('flows.field.valueName')}
        disabled={isLocked}
        maxLength={60}
        error={error}
        value={value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('flows.field.valueType')}
        disabled={isLocked}
        allowDeselect={false}
        data={VariableType.rows.map(({ code, key }) => ({ value: String(code), label: t(key) }))}
        value={String(value.valueType)}
        onChange={(chosen) => onChange({ valueType: Number(chosen) as Variable['valueType'], valueFormat: 0 })}
      />
      {value.valueType === VariableType.price && (
        <Select
          label={t('flows.field.currency')}
          disabled={isLocked}
          searchable
          data={Currency.rows.map(({ code, key }) => ({ value: code, label: `${code} · ${t(key)}` }))}
          value={value.currency ?? null}
          onChange={(chosen) => onChange(chosen === null ? {} : { currency: chosen })}
        />
      )}
      {value.valueType === VariableType.choice && (
        <TagsInput
          label={t('flows.field.choices')}
          disabled={isLocked}
          placeholder={t('flows.addLine')}
          acceptValueOnBlur
          value={[...value.choices]}
          onChange={(choices) => onChange({ choices })}
        />
      )}
      {formats && (
        <Select
          label={t(value.valueType === VariableType.time ? 'flows.field.clock' : 'flows.field.valueFormat')}
          disabled={isLocked}
          allowDeselect={false}
          data={formats.map(({ code, key }) => ({ value: String(code), label: t(key) }))}
          value={String(format)}
          onChange={(chosen) => onChange({ valueFormat: Number(chosen) })}
        />
      )}
    </>
  );
}

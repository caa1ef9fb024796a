import { Alert, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { AiFlow } from '../../contract.ts';

interface FlowValueFieldsProps {
  attributes: AiFlow['attributes'];
  titles: readonly string[] | null;
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
  error?: ReactNode;
}

const NOTHING = '';
/** Everybody has these, without a file. */
const own = ['name', 'phone'] as const;
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Which column of the list tells the flow what: what it says without asking for it has to come from somewhere. */
export function FlowValueFields({ attributes, titles, values, onChange, error }: FlowValueFieldsProps) {
  const t = useText();
  const format = useFormat();
  // While the columns are not known, what would fill it is a column called as the attribute is.
  const known = titles ?? attributes.map(({ name, attrKey }) => name || attrKey);
  const columns = [...known, ...Object.values(values)].filter(
    (title, place, all) =>
      title.trim() !== '' && !own.some((one) => same(one, title)) && all.findIndex((one) => same(one, title)) === place,
  );
  const choices = [
    { value: NOTHING, label: t('ai-tasks.values.none') },
    ...own.map((value) => ({ value, label: t(`ai-tasks.values.${value}`) })),
    ...columns.map((value) => ({ value, label: t('ai-tasks.values.column', { title: value }) })),
  ];
  const missing = attributes.filter(({ attrKey, isRequired }) => isRequired && !values[attrKey]);
  const set = (attrKey: string, title: string) =>
    onChange(
      Object.fromEntries(
        attributes.flatMap((one) => {
          const next = one.attrKey === attrKey ? title : (values[one.attrKey] ?? NOTHING);
          return next === NOTHING ? [] : [[one.attrKey, next]];
        }),
      ),
    );
  return (
    <fieldset className="form-group">
      <legend>{t('ai-tasks.values')}</legend>
      <p>{t('ai-tasks.valuesHint')}</p>
      <div className="ai-task-values">
        {attributes.map(({ attrKey, name, isRequired }) => (
          <NativeSelect
            key={attrKey}
            required={isRequired}
            label={name || attrKey}
            data={choices}
            value={choices.find(({ value }) => same(value, values[attrKey] ?? NOTHING))?.value ?? NOTHING}
            onChange={({ currentTarget: { value } }) => set(attrKey, value)}
            error={error && isRequired && !values[attrKey] ? error : undefined}
          />
        ))}
      </div>
      {missing.length > 0 && (
        <Alert color="orange">
          {t('ai-tasks.valuesMissing', {
            attributes: format.list(missing.map(({ name, attrKey }) => name || attrKey)),
          })}
        </Alert>
      )}
      {error && missing.length === 0 && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
    </fieldset>
  );
}

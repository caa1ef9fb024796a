import { ActionIcon, Button, MultiSelect, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import {
  CONDITION_DEPTH,
  operatorsOf,
  type Condition,
  type ConditionOperator,
  type ConditionTree,
} from '#core/customer/condition.ts';
import { useText } from '#platform/web/i18n.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { dayOfMoment, momentOfDay, valuesWanted, type AskedField } from './field-kinds.ts';

interface GroupProps {
  tree: ConditionTree;
  depth: number;
  fields: readonly AskedField[];
  onChange: (tree: ConditionTree) => void;
  onRemove?: () => void;
}

/** A condition to begin with: the first field, asked what it is. */
export const firstCondition = (field: AskedField): Condition => ({
  field: field.name,
  operator: operatorsOf[field.kind][0]!,
  values: field.kind === 'flag' ? [true] : [],
});

/** Conditions joined by and/or, with groups inside. */
export function ConditionGroupEditor({ tree, depth, fields, onChange, onRemove }: GroupProps) {
  const t = useText();
  const first = fields[0]!;
  const replace = (place: number, item: ConditionTree['items'][number] | null) =>
    onChange({ ...tree, items: tree.items.flatMap((one, index) => (index === place ? (item ? [item] : []) : [one])) });
  return (
    <fieldset
      className="condition-group"
      aria-label={t(tree.join === 'and' ? 'customers.condition.all' : 'customers.condition.any')}
    >
      <div className="condition-row">
        <SegmentedControl
          size="xs"
          value={tree.join}
          data={[
            { value: 'and', label: t('customers.condition.all') },
            { value: 'or', label: t('customers.condition.any') },
          ]}
          onChange={(join) => onChange({ ...tree, join: join as ConditionTree['join'] })}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('customers.condition.removeGroup')}
            onClick={onRemove}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {tree.items.map((item, place) =>
        'join' in item ? (
          <ConditionGroupEditor
            key={place}
            tree={item}
            depth={depth + 1}
            fields={fields}
            onChange={(next) => replace(place, next)}
            onRemove={() => replace(place, null)}
          />
        ) : (
          <ConditionRow
            key={place}
            condition={item}
            fields={fields}
            onChange={(next) => replace(place, next)}
            onRemove={() => replace(place, null)}
          />
        ),
      )}
      <div className="condition-row">
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Plus size={13} aria-hidden />}
          onClick={() => onChange({ ...tree, items: [...tree.items, firstCondition(first)] })}
        >
          {t('customers.condition.add')}
        </Button>
        {depth < CONDITION_DEPTH && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Plus size={13} aria-hidden />}
            onClick={() =>
              onChange({
                ...tree,
                items: [...tree.items, { join: tree.join === 'and' ? 'or' : 'and', items: [firstCondition(first)] }],
              })
            }
          >
            {t('customers.condition.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function ConditionRow({
  condition,
  fields,
  onChange,
  onRemove,
}: {
  condition: Condition;
  fields: readonly AskedField[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}) {
  const t = useText();
  const field = fields.find(({ name }) => name === condition.field);
  const operators = field ? operatorsOf[field.kind] : [];
  const change = (operator: ConditionOperator) =>
    onChange({
      ...condition,
      operator,
      values:
        valuesWanted(operator) === valuesWanted(condition.operator) && field?.kind !== 'moment' ? condition.values : [],
    });
  const operatorText = (operator: ConditionOperator) =>
    field?.kind === 'moment' && operator === 'moreThan'
      ? t('customers.operator.after')
      : field?.kind === 'moment' && operator === 'lessThan'
        ? t('customers.operator.before')
        : t(`customers.operator.${operator}`);
  return (
    <div className="condition-row">
      <Select
        size="xs"
        w={150}
        searchable
        allowDeselect={false}
        aria-label={t('customers.condition.field')}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        value={condition.field}
        onChange={(name) => {
          const next = fields.find((one) => one.name === name);
          if (next) onChange(firstCondition(next));
        }}
      />
      {field?.kind !== 'flag' && (
        <Select
          size="xs"
          w={150}
          allowDeselect={false}
          aria-label={t('customers.condition.operator')}
          data={operators.map((operator) => ({ value: operator, label: operatorText(operator) }))}
          value={condition.operator}
          onChange={(operator) => operator && change(operator as ConditionOperator)}
        />
      )}
      {field && (
        <Values field={field} condition={condition} onChange={(values) => onChange({ ...condition, values })} />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={t('customers.condition.remove')} onClick={onRemove}>
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function Values({
  field,
  condition: { operator, values },
  onChange,
}: {
  field: AskedField;
  condition: Condition;
  onChange: (values: Condition['values']) => void;
}) {
  const t = useText();
  const zone = useViewer()?.timeZone || browserZone();
  const label = t('customers.condition.value');
  const wanted = valuesWanted(operator);
  const kept = (value: string): string | number => (field.isNumbered ? Number(value) : value);
  if (wanted === 0) return null;
  if (field.kind === 'flag')
    return (
      <Select
        size="xs"
        w={110}
        allowDeselect={false}
        aria-label={label}
        data={[
          { value: 'true', label: t('customers.yes') },
          { value: 'false', label: t('customers.no') },
        ]}
        value={String(values[0] === true)}
        onChange={(next) => onChange([next === 'true'])}
      />
    );
  if (wanted === null)
    return (
      <MultiSelect
        size="xs"
        w={220}
        searchable
        aria-label={label}
        data={[...field.choices]}
        value={values.map(String)}
        onChange={(next) => onChange(next.map(kept))}
      />
    );
  if (operator === 'inLastDays')
    return (
      <NumberInput
        size="xs"
        w={110}
        min={1}
        max={3_650}
        allowDecimal={false}
        aria-label={t('customers.condition.days')}
        value={typeof values[0] === 'number' ? values[0] : ''}
        onChange={(next) => onChange(typeof next === 'number' ? [next] : [])}
      />
    );
  if (field.choices.length > 0)
    return (
      <Select
        size="xs"
        w={180}
        searchable
        aria-label={label}
        data={[...field.choices]}
        value={values[0] === undefined ? null : String(values[0])}
        onChange={(next) => onChange(next === null ? [] : [kept(next)])}
      />
    );
  const place = (index: number, value: string | number) =>
    onChange(Array.from({ length: wanted }, (_, at) => (at === index ? value : (values[at] ?? ''))));
  return Array.from({ length: wanted }, (_, index) => {
    const name = wanted > 1 ? `${label} ${index + 1}` : label;
    const value = values[index];
    if (field.kind === 'moment') {
      const day = typeof value === 'string' && value !== '' ? dayOfMoment(value, zone) : '';
      return (
        <TextInput
          key={index}
          size="xs"
          w={140}
          type="date"
          aria-label={name}
          value={day}
          onChange={(event) => {
            const next = event.currentTarget.value;
            place(index, next === '' || field.isDay ? next : momentOfDay(next, operator, index, zone));
          }}
        />
      );
    }
    if (field.kind === 'number')
      return (
        <NumberInput
          key={index}
          size="xs"
          w={120}
          aria-label={name}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => place(index, typeof next === 'number' ? next : '')}
        />
      );
    return (
      <TextInput
        key={index}
        size="xs"
        w={180}
        maxLength={200}
        aria-label={name}
        value={String(value ?? '')}
        onChange={(event) => place(index, event.currentTarget.value)}
      />
    );
  });
}

import {
  ActionIcon,
  Button,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { memo, useCallback, type ReactNode } from 'react';
import type { z } from 'zod';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { ReferenceField, referenceOf } from './reference-field.tsx';
import { emptyOf, isSpoken, meaningOf, shapeOf, type Shape } from './schema-shape.ts';
import { SpokenField } from './spoken-field.tsx';
import { VariableField, VariablesField } from './variable-field.tsx';

/** Changes a setting, whatever it is by then. Changes of one `gesture` are taken back together; without one each is by itself. */
export type Edit = (edit: (now: unknown) => unknown, gesture?: string) => void;

export interface FieldProps {
  name: string;
  schema: z.ZodType;
  value: unknown;
  onEdit: Edit;
  /** What is wrong here, by path: `intents.0.name`. */
  errors: Readonly<Record<string, string>>;
  path: string;
  isLocked: boolean;
}

const LONG = 300;

/** One setting of a node, drawn by what its schema says it is. */
function Field(props: FieldProps): ReactNode {
  const { name, schema, value, onEdit, errors, path, isLocked } = props;
  const onChange = (next: unknown): void => onEdit(() => next, path);
  const t = useText();
  const shape = shapeOf(schema);
  const label = t(`flows.field.${name}` as TextKey);
  const common = { label, error: errors[path], disabled: isLocked };

  if (isSpoken(shape))
    return <SpokenField {...common} value={value as never} onChange={onChange} errors={errors} path={path} />;
  const meaning = meaningOf(schema);
  const reference = referenceOf(name, meaning);
  if (reference) return <ReferenceField {...common} to={reference} value={value} onChange={onChange} />;
  if (meaning === 'variable') return <VariableField {...common} value={String(value ?? '')} onChange={onChange} />;

  switch (shape.is) {
    case 'text':
      return shape.max === null || shape.max < LONG ? (
        <TextInput
          {...common}
          value={String(value ?? '')}
          {...(shape.max === null ? {} : { maxLength: shape.max })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={14}
          maxLength={shape.max}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return <NumberField {...common} name={name} shape={shape} value={Number(value ?? 0)} onChange={onChange} />;
    case 'switch':
      return (
        <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case 'choice':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={shape.options.map((option) => ({
            value: String(option),
            label: t(`flows.option.${option}` as TextKey),
          }))}
          value={String(value)}
          onChange={(chosen) => onChange(shape.options.find((option) => String(option) === chosen))}
        />
      );
    case 'list':
      if (shapeOf(shape.of).is === 'choice')
        return (
          <ManyField {...common} of={shapeOf(shape.of) as Shape & { is: 'choice' }} value={value} onChange={onChange} />
        );
      if (shapeOf(shape.of).is === 'text' && meaningOf(shape.of) === 'variable')
        return <VariablesField {...common} value={(value as string[] | undefined) ?? []} onChange={onChange} />;
      return shapeOf(shape.of).is === 'text' ? (
        <TagsInput
          {...common}
          error={listed(value).length === 0 && common.error ? t('flows.addOne') : common.error}
          splitChars={['\n']}
          acceptValueOnBlur
          placeholder={t('flows.addLine')}
          value={(value as string[] | undefined) ?? []}
          onChange={onChange}
        />
      ) : (
        <ListField {...props} of={shape.of} label={label} />
      );
    case 'group':
      return (
        <fieldset className="flow-list-item">
          <legend>{label}</legend>
          <NodeFields {...props} fields={shape.fields} value={(value ?? {}) as Record<string, unknown>} />
        </fieldset>
      );
    case 'either':
      return <EitherField {...props} shape={shape} label={label} />;
    default:
      return null;
  }
}

/** Several of a fixed set. */
function ManyField({
  of,
  value,
  onChange,
  ...common
}: {
  of: Shape & { is: 'choice' };
  value: unknown;
  onChange(value: unknown): void;
  label: string;
  error: string | undefined;
  disabled: boolean;
}) {
  const t = useText();
  return (
    <MultiSelect
      {...common}
      data={of.options.map((option) => ({ value: String(option), label: t(`flows.option.${option}` as TextKey) }))}
      value={((value as unknown[] | undefined) ?? []).map(String)}
      onChange={(chosen) => onChange(of.options.filter((option) => chosen.includes(String(option))))}
    />
  );
}

/** Milliseconds are typed in seconds. */
function NumberField({
  name,
  shape,
  value,
  onChange,
  ...common
}: {
  name: string;
  shape: Shape & { is: 'number' };
  value: number;
  onChange(value: number): void;
  label: string;
  error: string | undefined;
  disabled: boolean;
}) {
  const t = useText();
  const per = /^ms$|Ms$/.test(name) ? 1_000 : 1;
  return (
    <NumberInput
      {...common}
      value={value / per}
      {...(shape.min === null ? {} : { min: shape.min / per })}
      {...(shape.max === null ? {} : { max: shape.max / per })}
      allowDecimal={per > 1 || !shape.isWhole}
      step={1}
      suffix={per > 1 ? ` ${t('flows.seconds')}` : ''}
      onChange={(typed) => typeof typed === 'number' && onChange(per > 1 ? Math.round(typed * per) : typed)}
    />
  );
}

interface FieldsProps extends Omit<FieldProps, 'name' | 'schema' | 'value'> {
  fields: Readonly<Record<string, z.ZodType>>;
  value: Readonly<Record<string, unknown>>;
}

/** Several settings one below the other. */
export const NodeFields = ({ fields, value, onEdit, path, errors, isLocked }: FieldsProps) => (
  <div className="flow-fields">
    {Object.entries(fields).map(([name, schema]) => (
      <PartField
        key={name}
        name={name}
        schema={schema}
        value={value[name]}
        errors={errors}
        isLocked={isLocked}
        path={path === '' ? name : `${path}.${name}`}
        onEdit={onEdit}
      />
    ))}
  </div>
);

/** Where one field is typed into, the others beside it are not drawn anew. */
const PartField = memo(({ onEdit, ...props }: FieldProps) => {
  const { name } = props;
  const editPart = useCallback<Edit>(
    (edit, gesture) =>
      onEdit(
        (now) => ({ ...(now as object), [name]: edit((now as Record<string, unknown> | undefined)?.[name]) }),
        gesture,
      ),
    [onEdit, name],
  );
  return (
    <div className="flow-field" data-field={props.path}>
      <Field {...props} onEdit={editPart} />
    </div>
  );
});
PartField.displayName = 'PartField';

function ListField({
  name,
  of,
  value,
  onEdit,
  errors,
  path,
  isLocked,
  label,
}: FieldProps & { of: z.ZodType; label: string }) {
  const t = useText();
  const items = listed(value);
  return (
    <section className="flow-fields" aria-label={label}>
      <b>{label}</b>
      {items.map((item, at) => (
        // Entries have no name of their own, and are put in and taken out one at a time.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="flow-list-item" key={at}>
          <header>
            <span>{at + 1}</span>
            {!isLocked && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('flows.removeEntry', { number: at + 1 })}
                onClick={() => onEdit((now) => listed(now).filter((_, other) => other !== at))}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            )}
          </header>
          <ItemFields
            name={name}
            at={at}
            schema={of}
            value={item}
            errors={errors}
            path={`${path}.${at}`}
            isLocked={isLocked}
            onEdit={onEdit}
          />
        </div>
      ))}
      {!isLocked && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onEdit((now) => [...listed(now), named(emptyOf(of), listed(now), of)])}
        >
          {t('flows.addEntry')}
        </Button>
      )}
      {errors[path] && (
        <small role="alert" className="flow-loose">
          {items.length === 0 ? t('flows.addOne') : errors[path]}
        </small>
      )}
    </section>
  );
}

const listed = (value: unknown): unknown[] => (value as unknown[] | undefined) ?? [];

const DIAL_KEYS = [...'1234567890*#'];

/** A new entry has a key of its own from the beginning: edges hold on to it. Where it is one of the dial pad, the next that is free. */
function named(entry: unknown, before: readonly unknown[], of: z.ZodType): unknown {
  const shape = shapeOf(of);
  if (shape.is !== 'group' || typeof entry !== 'object' || entry === null || !('key' in entry) || entry.key !== '')
    return entry;
  const fits = (key: string): boolean => shape.fields['key']?.safeParse(key).success ?? true;
  const ours = `b${before.length + 1}${Math.random().toString(36).slice(2, 6)}`;
  const taken = new Set(before.map((one) => (one as { key?: unknown } | null)?.key));
  return { ...entry, key: fits(ours) ? ours : (DIAL_KEYS.find((key) => !taken.has(key) && fits(key)) ?? '') };
}

const ItemFields = memo(({ at, onEdit, ...given }: FieldProps & { at: number }) => {
  const editItem = useCallback<Edit>(
    (edit, gesture) => onEdit((now) => listed(now).map((one, other) => (other === at ? edit(one) : one)), gesture),
    [onEdit, at],
  );
  const props = { ...given, onEdit: editItem };
  const shape = shapeOf(props.schema);
  if (shape.is !== 'group') return <Field {...props} />;
  const { key, ...fields } = shape.fields;
  // The key of a branch is ours; a digit on the dial pad is the designer's.
  const shown = key && meaningOf(key) !== 'branchKey' ? shape.fields : fields;
  return <NodeFields {...props} fields={shown} value={(props.value ?? {}) as Record<string, unknown>} />;
});
ItemFields.displayName = 'ItemFields';

function EitherField({
  value,
  onEdit,
  errors,
  path,
  isLocked,
  shape,
  label,
}: FieldProps & { shape: Shape & { is: 'either' }; label: string }) {
  const t = useText();
  const now = (value ?? {}) as Record<string, unknown>;
  const chosen = shape.options.find((option) => option.value === now[shape.by]) ?? shape.options[0]!;
  return (
    <div className="flow-fields">
      <Select
        label={label}
        disabled={isLocked}
        allowDeselect={false}
        data={shape.options.map((option) => ({
          value: option.value,
          label: t(`flows.option.${option.value}` as TextKey),
        }))}
        value={chosen.value}
        onChange={(next) => {
          const option = shape.options.find((one) => one.value === next);
          if (option)
            onEdit(() => ({
              [shape.by]: option.value,
              ...Object.fromEntries(Object.entries(option.fields).map(([name, field]) => [name, emptyOf(field)])),
            }));
        }}
      />
      <NodeFields fields={chosen.fields} value={now} errors={errors} path={path} isLocked={isLocked} onEdit={onEdit} />
    </div>
  );
}

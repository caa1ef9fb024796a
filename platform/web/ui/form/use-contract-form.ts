import { useForm } from '@mantine/form';
import type { FormEvent } from 'react';
import type { z } from 'zod';
import { issueTexts } from './issue-text.ts';

/** What a form edits: an object of fields. */
export type Fields = Record<string, unknown>;

/** A field by its name, or by a path into lists and objects: `lines.0.number`. */
export type FieldName<Values extends Fields> = (keyof Values & string) | `${keyof Values & string}.${string}`;

/** A form being filled in; as much of Mantine's form as screens use. */
export interface FormState<Values extends Fields> {
  values: Values;
  errors: Record<string, string>;
  /** Everything an input needs: `<TextInput label=… {...form.getInputProps('name')} />`. */
  // The inputs of the kit take different values; each checks its own props.
  // oxlint-disable-next-line typescript/no-explicit-any
  getInputProps(field: FieldName<Values>, options?: { type?: 'input' | 'checkbox' }): any;
  setFieldValue<K extends keyof Values & string>(field: K, value: Values[K]): void;
  setValues(values: Partial<Values>): void;
  setFieldError(field: FieldName<Values>, error: string | null): void;
  /** Starts anew from these values. */
  setInitialValues(values: Values): void;
  insertListItem(field: FieldName<Values>, item: unknown, index?: number): void;
  removeListItem(field: FieldName<Values>, index: number): void;
  reorderListItem(field: FieldName<Values>, move: { from: number; to: number }): void;
  isDirty(): boolean;
  resetDirty(): void;
  reset(): void;
  validate(): { hasErrors: boolean; errors: Record<string, unknown> };
  onSubmit(send: (values: Values) => void, refused?: () => void): (event?: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form over a schema of the contract: what the server would refuse is said beside the field first.
 * Checked on leaving a field, and all at once on sending. `initial` counts once, as in `useState`.
 */
export const useContractForm = <Values extends Fields>(
  schema: z.ZodType<unknown, Values>,
  initial: Values,
): FormState<Values> =>
  useForm({
    mode: 'controlled',
    initialValues: initial,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values: Values) => issueTexts(schema, values),
  }) as unknown as FormState<Values>;

import { Button } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { FailureName } from '#shared/errors.ts';
import { Failure } from '#shared/failure.ts';
import { failureText, handleFailure } from '../../failure-handler.ts';
import { endsSession } from '../../failures.ts';
import { useText } from '../../i18n.ts';
import { pointOutTrouble } from './into-sight.ts';
import { fieldRefused } from './issue-text.ts';
import { Refusal } from './refusal.tsx';
import type { FieldName, Fields, FormState } from './use-contract-form.ts';
import './form.css';

interface ContractFormProps<Values extends Fields> {
  form: FormState<Values>;
  /** Sends the values; a Failure it throws is shown at its field, or above the buttons. Use commands with `handlesFailures`. */
  onSubmit: (values: Values) => Promise<unknown> | unknown;
  /** Which field a refusal of the server is about; the form finds those of the contract by itself. */
  refusedFields?: Partial<Record<FailureName, FieldName<Values>>>;
  /** The word on the button; Save unless said. */
  submit?: string;
  onCancel?: (() => void) | undefined;
  /** Sending is pointless until something changed. */
  onlyWhenDirty?: boolean;
  children: ReactNode;
}

/** Fields with their buttons: sending, trouble at the fields, and the server's refusal. */
export function ContractForm<Values extends Fields>({
  form,
  onSubmit,
  refusedFields = {},
  submit,
  onCancel,
  onlyWhenDirty = false,
  children,
}: ContractFormProps<Values>) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const place = useRef<HTMLFormElement>(null);

  async function send(values: Values): Promise<void> {
    setFailure(null);
    setSending(true);
    try {
      await onSubmit(values);
      form.resetDirty();
    } catch (error) {
      if (!(error instanceof Failure) || endsSession(error)) handleFailure(error);
      else refuse(error);
    } finally {
      setSending(false);
    }
  }

  function refuse(error: Failure): void {
    const named = refusedFields[error.name];
    const found = named ? { field: named, text: failureText(error) } : fieldRefused(error, form.values);
    if (!found) return setFailure(error);
    form.setFieldError(found.field as FieldName<Values>, found.text);
    pointOut();
  }

  // After the errors are drawn.
  const pointOut = () => requestAnimationFrame(() => pointOutTrouble(place.current));

  return (
    <form
      ref={place}
      className="form"
      noValidate
      onSubmit={(event) => form.onSubmit((values) => void send(values), pointOut)(event)}
    >
      {children}
      <Refusal text={failure === null ? '' : failureText(failure)} />
      <div className="form-buttons">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
        )}
        <Button type="submit" loading={sending} disabled={onlyWhenDirty && !form.isDirty()}>
          {submit ?? t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

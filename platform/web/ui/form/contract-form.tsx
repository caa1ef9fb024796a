import { Alert, Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Failure, failureRow } from '#shared/errors.ts';
import { failureText, handleFailure } from '../../failure-handler.ts';
import { useText } from '../../i18n.ts';
import type { Fields, FormState } from './use-contract-form.ts';
import './form.css';

interface ContractFormProps<Values extends Fields> {
  form: FormState<Values>;
  /** Sends the values; a Failure it throws is shown above the buttons. Use commands with `handlesFailures`. */
  onSubmit: (values: Values) => Promise<unknown> | unknown;
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
      if (!(error instanceof Failure) || failureRow(error.name).endsSession) handleFailure(error);
      else setFailure(error);
    } finally {
      setSending(false);
    }
  }

  // After the errors are drawn: the first field in trouble gets the focus.
  const pointOut = () =>
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  return (
    <form
      ref={place}
      className="form"
      noValidate
      onSubmit={(event) => form.onSubmit((values) => void send(values), pointOut)(event)}
    >
      {children}
      {failure !== null && (
        <Alert color="red" variant="light" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
          {failureText(failure)}
        </Alert>
      )}
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

import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '#platform/web/failure-handler.ts';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { customersApi } from '../../contract.ts';
import type { Erased } from './erase-certificate.tsx';
import '#platform/web/ui/form/form.css';

interface EraseProps {
  id: number;
  /** What has to be typed: whoever types it means this person. */
  name: string;
  onClose: () => void;
  onErased: (what: Erased) => void;
}

const REASON_LEAST = 3;
const lost = ['numbers', 'calls', 'recordings', 'notes', 'merged'] as const;
const same = (a: string, b: string): boolean => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();

/** Erases a person for good: says what is lost, and wants the name typed. */
export default function EraseCustomer({ id, name, onClose, onErased }: EraseProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const erase = useCommand(customersApi.erase, {
    handlesFailures: true,
    invalidates: [customersApi.list, customersApi.myList],
    onDone: onErased,
  });
  const isMeant = same(typed, name) && reason.trim().length >= REASON_LEAST;

  return (
    <Dialog opened onClose={onClose} title={t('customers.erase.title', { name })}>
      <form
        className="form erase-customer"
        onSubmit={(event) => {
          event.preventDefault();
          if (isMeant) erase.mutate({ id, reason: reason.trim() });
        }}
      >
        <Alert color="red" title={t('customers.erase.warning')}>
          <ul>
            {lost.map((one) => (
              <li key={one}>{t(`customers.erase.lost.${one}`)}</li>
            ))}
          </ul>
        </Alert>
        <p>{t('customers.erase.stays')}</p>
        <TextInput
          label={t('customers.erase.reason')}
          description={t('customers.erase.reasonHint')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label={t('customers.erase.type', { name })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Refusal text={erase.error ? failureText(erase.error) : ''} />
        <div className="form-buttons">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color="red" loading={erase.isPending} disabled={!isMeant}>
            {t('customers.erase.yes')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { SKIP_REASON_MAX } from '../../contract.ts';
import { useEscape } from './use-escape.ts';

const usual = ['wrongPerson', 'alreadyCustomer', 'notNow', 'duplicate'] as const;

/** Why a customer is not called: one of the usual reasons, or words of one's own. */
export function SkipForm({
  isBusy,
  onSkip,
  onCancel,
}: {
  isBusy: boolean;
  onSkip: (reason: string) => void;
  onCancel: () => void;
}) {
  const t = useText();
  useEscape(onCancel);
  const [reason, setReason] = useState('');
  return (
    <form
      className="task-ask"
      aria-label={t('preview.skipReason')}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') onSkip(reason.trim());
      }}
    >
      <TextInput
        // The key that opened it wants it typed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        required
        label={t('preview.skipReason')}
        maxLength={SKIP_REASON_MAX}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <div className="task-usual">
        {usual.map((one) => (
          <Button
            key={one}
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => onSkip(t(`preview.skip.${one}`))}
          >
            {t(`preview.skip.${one}`)}
          </Button>
        ))}
      </div>
      <div className="task-buttons">
        <Button type="submit" loading={isBusy} disabled={reason.trim() === ''}>
          {t('preview.work.skipNow')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}

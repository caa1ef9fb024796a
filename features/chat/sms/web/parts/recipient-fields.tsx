import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { SMS_NUMBER_MAX } from '../../contract.ts';
import type { Recipient } from '../use-recipient.ts';

interface RecipientFieldsProps {
  to: Recipient;
  error: string | null;
  onTyped: () => void;
  onLeft: () => void;
}

/** Country and number; a number that is given is shown, with a way to type another. */
export function RecipientFields({ to, error, onTyped, onLeft }: RecipientFieldsProps) {
  const t = useText();
  return (
    <>
      {to.countries?.length === 0 && (
        <Alert color="yellow" variant="light">
          {t('sms.noCountries')}
        </Alert>
      )}
      <div className="sms-to">
        {!to.isFixed && (
          <Select
            label={t('sms.field.country')}
            searchable
            disabled={to.countries === undefined}
            allowDeselect={false}
            comboboxProps={{ keepMounted: false }}
            data={(to.countries ?? []).map((one) => ({ value: one.iso2, label: `${one.name} +${one.code}` }))}
            value={to.iso2}
            onChange={to.setIso2}
          />
        )}
        <TextInput
          label={t('sms.field.number')}
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus={!to.isFixed || undefined}
          maxLength={SMS_NUMBER_MAX}
          required
          readOnly={to.isFixed}
          value={to.isFixed ? to.shown : to.number}
          error={error}
          onChange={(event) => {
            to.setNumber(event.currentTarget.value.replace(/\D/g, '').slice(0, SMS_NUMBER_MAX));
            onTyped();
          }}
          onBlur={onLeft}
        />
      </div>
      {to.isFixed && (
        <Button variant="subtle" size="compact-xs" className="sms-other" onClick={to.typeAnother}>
          {t('sms.otherNumber')}
        </Button>
      )}
    </>
  );
}

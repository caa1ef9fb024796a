import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { nationalListOf } from '#core/call/national-lists.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { doNotCallApi, REGISTER_NAME_MAX, type DoNotCallRegister } from '../../contract.ts';
import '#platform/web/ui/form/form.css';

/** A file for a register: of a new one its country and name too. The date is the country's, so nothing is guessed. */
export function RegisterDialog({ register, onClose }: { register: DoNotCallRegister | null; onClose: () => void }) {
  const t = useText();
  const countries = useCountryChoices();
  const [country, setCountry] = useState(register?.country ?? '');
  const [name, setName] = useState(register?.name ?? '');
  const [issuedOn, setIssuedOn] = useState('');
  const isReady = country !== '' && name.trim() !== '' && issuedOn !== '';
  const choose = (next: string) => {
    // A name nobody wrote follows the country.
    if (name === '' || name === nationalListOf(country)?.name) setName(nationalListOf(next)?.name ?? '');
    setCountry(next);
  };
  const onDone = () => {
    toast({ tone: 'success', text: t('do-not-call.taken') });
    void invalidate(doNotCallApi.list);
    onClose();
  };
  const shown = { label: t('do-not-call.file'), hint: t('do-not-call.fileHint'), onDone };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={register ? t('do-not-call.replaceNamed', { name: register.name }) : t('do-not-call.add')}
    >
      <div className="form">
        {register === null && (
          <>
            <Select
              searchable
              required
              comboboxProps={LONG_LIST}
              label={t('do-not-call.column.country')}
              data={countries}
              value={country || null}
              onChange={(next) => choose(next ?? '')}
            />
            <TextInput
              required
              label={t('do-not-call.column.name')}
              description={t('do-not-call.nameHint')}
              maxLength={REGISTER_NAME_MAX}
              value={name}
              onChange={({ currentTarget: { value } }) => setName(value)}
            />
          </>
        )}
        <TextInput
          required
          type="date"
          label={t('do-not-call.column.date')}
          description={t('do-not-call.dateHint')}
          value={issuedOn}
          onChange={({ currentTarget: { value } }) => setIssuedOn(value)}
        />
        {!isReady && <p className="do-not-call-age">{t('do-not-call.first')}</p>}
        {isReady &&
          (register ? (
            <UploadField endpoint={doNotCallApi.replace} input={{ id: register.id, issuedOn }} {...shown} />
          ) : (
            <UploadField endpoint={doNotCallApi.add} input={{ country, name: name.trim(), issuedOn }} {...shown} />
          ))}
      </div>
    </Dialog>
  );
}

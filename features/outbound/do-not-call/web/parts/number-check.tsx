import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countryName } from '#platform/web/country.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { doNotCallApi, type RegisterAnswer } from '../../contract.ts';
import { useDay } from '../use-registers.ts';

/** Asks the registers about one number. */
export function NumberCheck() {
  const t = useText();
  const [number, setNumber] = useState('');
  const check = useCommand(doNotCallApi.check, { handlesFailures: true });
  return (
    <Card title={t('do-not-call.check')}>
      <form
        className="do-not-call-check"
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate({ number });
        }}
      >
        <TextInput
          type="tel"
          label={t('do-not-call.number')}
          description={t('do-not-call.numberHint')}
          maxLength={40}
          value={number}
          error={check.error ? failureText(check.error) : undefined}
          onChange={({ currentTarget: { value } }) => (check.reset(), setNumber(value))}
        />
        <Button type="submit" disabled={number.trim().length < 3} loading={check.isPending}>
          {t('do-not-call.ask')}
        </Button>
      </form>
      <div role="status">{check.data && <Answer answer={check.data} />}</div>
    </Card>
  );
}

function Answer({ answer: { country, registers } }: { answer: RegisterAnswer }) {
  const t = useText();
  const language = useLanguage();
  const day = useDay();
  const listed = registers.filter(({ hasNumber }) => hasNumber);
  const old = registers.filter(({ isTooOld }) => isTooOld);
  const place = country === '' ? '–' : countryName(country, language);
  if (registers.length === 0) return <Alert color="gray">{t('do-not-call.noRegister', { country: place })}</Alert>;
  const found = listed.length > 0;
  return (
    <Alert color={found ? 'red' : old.length > 0 ? 'orange' : 'green'}>
      {found ? t('do-not-call.listed') : old.length > 0 ? t('do-not-call.unsure') : t('do-not-call.notListed')}
      <ul className="do-not-call-said">
        {registers.map(({ id, name, issuedOn, hasNumber, isTooOld }) => (
          <li key={id}>
            {[
              t(hasNumber ? 'do-not-call.onList' : 'do-not-call.offList', { name, date: day(issuedOn) }),
              isTooOld && t('do-not-call.oldList'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

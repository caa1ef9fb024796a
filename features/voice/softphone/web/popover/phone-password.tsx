import { Button, PasswordInput } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { usePhoneDesk } from '../desk/phone-desk.ts';

/** [CALL-18] Brings a phone up that signs in by password; `tip` says why the last one was refused. */
export function PhonePassword({ tip }: { tip: string }) {
  const t = useText();
  const desk = usePhoneDesk();
  const [password, setPassword] = useState('');
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return;
    desk?.givePassword(password);
    setPassword('');
  };
  return (
    <form className="phone-notice phone-password" onSubmit={give}>
      <p role={tip === '' ? undefined : 'alert'}>{tip || t('softphone.signIn.wanted')}</p>
      <PasswordInput
        size="xs"
        aria-label={t('softphone.signIn.password')}
        placeholder={t('softphone.signIn.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" leftSection={<KeyRound size={14} aria-hidden />} disabled={password === ''}>
        {t('softphone.signIn.start')}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => desk?.openSettings()}>
        {t('softphone.signIn.otherWay')}
      </Button>
    </form>
  );
}

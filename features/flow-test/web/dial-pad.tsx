import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dialInput } from '#core/flow-test/dial-input.ts';
import { useText } from '#platform/web/i18n.ts';
import { DialKey } from '#shared/codes/dial-key.ts';

/** Keys for the flow: digits are collected and sent together; star and hash go at once, since the field keeps digits only. */
export function DialPad({ onSend }: { onSend(keys: string): boolean }) {
  const t = useText();
  const [keys, setKeys] = useState('');
  const send = (): void => {
    if (onSend(keys)) setKeys('');
  };
  return (
    <div className="flow-test-pad">
      <TextInput aria-label={t('flow-test.keys')} inputMode="numeric" value={keys} onChange={(event) => setKeys(dialInput(event.currentTarget.value))} onKeyDown={(event) => event.key === 'Enter' && send()} />
      <div className="flow-test-pad-keys">
        {DialKey.rows.map(({ code }) => (
          <Button key={code} variant="default" size="compact-md" onClick={() => (/\d/.test(String(code)) ? setKeys(dialInput(keys + code)) : onSend(String(code)))}>{code}</Button>
        ))}
      </div>
      <Button fullWidth onClick={send}>{t('flow-test.sendKeys')}</Button>
    </div>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dialInput } from '../core/dial-input.ts';
import { useText } from '#platform/web/i18n.ts';
import { DialKey } from '#shared/codes/dial-key.ts';

/** Keys for the flow. The field keeps digits and they are sent together; star and hash, which it does not keep, send what was typed and themselves. */
export function FlowKeypad({ onSend }: { onSend(keys: string): boolean }) {
  const t = useText();
  const [keys, setKeys] = useState('');
  const send = (last = ''): void => {
    if (onSend(keys + last)) setKeys('');
  };
  return (
    <div className="flow-test-pad">
      <TextInput
        aria-label={t('flow-test.keys')}
        inputMode="numeric"
        value={keys}
        onChange={(event) => setKeys(dialInput(event.currentTarget.value))}
        onKeyDown={(event) => event.key === 'Enter' && send()}
      />
      <div className="flow-test-pad-keys">
        {DialKey.rows.map(({ code }) => (
          <Button
            key={code}
            variant="default"
            size="compact-md"
            onClick={() => (/\d/.test(String(code)) ? setKeys(dialInput(keys + code)) : send(String(code)))}
          >
            {code}
          </Button>
        ))}
      </div>
      <Button fullWidth onClick={() => send()}>
        {t('flow-test.sendKeys')}
      </Button>
    </div>
  );
}

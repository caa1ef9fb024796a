import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';

/** A password that can be looked at while typing; the button for that is reached by keyboard too. */
export function SecretField(props: PasswordInputProps) {
  const t = useText();
  const [visible, setVisible] = useState(false);
  const toggle = {
    'aria-label': t(visible ? 'account.security.hidePassword' : 'account.security.showPassword'),
    tabIndex: 0,
  };
  return (
    <PasswordInput
      maxLength={200}
      spellCheck={false}
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={toggle}
    />
  );
}

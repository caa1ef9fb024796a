import { useState, type KeyboardEvent } from 'react';
import { PHONE } from '#core/phone/phone-constants.ts';
import { DialKey } from '#shared/codes/dial-key.ts';
import { useText } from '#platform/web/i18n.ts';
import { usePhoneDesk } from '../../desk/phone-desk.ts';
import { DialPad } from '../dial/dial-pad.tsx';
import '../phone.css';

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** Keys towards the other side, by mouse or keyboard; what was pressed is shown until the keypad closes. */
export function Keypad() {
  const t = useText();
  const desk = usePhoneDesk();
  const [pressed, setPressed] = useState('');
  const press = (key: string) => {
    desk?.press({ type: 'keysPressed', keys: key });
    setPressed((before) => (before + key).slice(-PHONE.padMaxKeys));
  };
  const onKey = (event: KeyboardEvent) => {
    if (!DialKey.has(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    press(event.key);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="keypad"
      ref={focus}
      tabIndex={-1}
      role="group"
      aria-label={t('softphone.call.keypad')}
      onKeyDown={onKey}
    >
      <output className="keypad-pressed figures" aria-label={t('softphone.call.pressed')}>
        {pressed}
      </output>
      <DialPad onKey={press} />
    </div>
  );
}

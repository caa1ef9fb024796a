import { Button } from '@mantine/core';
import { Phone } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { mayDialByEnter, numberAfterKey } from '../../../core/dial-rules.ts';
import { DialKey } from '#shared/codes/dial-key.ts';
import { useText } from '#platform/web/i18n.ts';
import { isTyping } from '#platform/web/keyboard.ts';
import { usePhoneDesk, usePhoneView } from '../../desk/phone-desk.ts';
import { phoneWindow, usePhoneWindow } from '../phone-window.ts';
import { DialPad } from './dial-pad.tsx';
import { LineChoice } from './line-choice.tsx';
import { NumberField } from './number-field.tsx';
import { takenApart } from './taken-apart.ts';
import { useDialChoices } from './use-dial-choices.ts';

const change = (number: string) => phoneWindow.set({ number });

/** Line, number shown, country, number, keys and the green button. The phone itself says why a call cannot go out. */
export function Dialer() {
  const t = useText();
  const desk = usePhoneDesk();
  const view = usePhoneView();
  const { number } = usePhoneWindow();
  const choices = useDialChoices();
  const lastEnterMs = useRef<number | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const dial = () => {
    const { shown, routerId, country } = choices;
    // A number that says its own country is called there, whichever is chosen.
    const own = takenApart(number);
    const code = own ? choices.countries.find(({ iso2 }) => iso2 === own.iso2)?.code : country?.code;
    desk?.press({
      type: 'dialPressed',
      order: {
        number: own && code ? own.number : number,
        countryCode: code ?? '',
        routerId,
        displayNumber: shown && { id: shown.id, number: shown.number },
        micOpen: view?.sound.permission === 'granted',
      },
    });
  };
  const onEnter = () => {
    if (!mayDialByEnter(lastEnterMs.current, Date.now())) return;
    lastEnterMs.current = Date.now();
    dial();
  };
  const press = (key: string) => change(numberAfterKey(phoneWindow.get().number, key));
  /** Digits typed anywhere in the dialer belong to the number. */
  const onKey = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (DialKey.has(event.key)) press(event.key);
    else if (event.key === 'Backspace') change(number.slice(0, -1));
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="dialer" onKeyDown={onKey}>
      <LineChoice choices={choices} />
      <NumberField ref={field} number={number} choices={choices} onChange={change} onEnter={onEnter} />
      <DialPad onKey={press} hasPlus />
      <Button
        color="green"
        size="md"
        fullWidth
        leftSection={<Phone size={17} aria-hidden />}
        disabled={!desk}
        onClick={dial}
      >
        {t('softphone.dial.call')}
      </Button>
    </div>
  );
}

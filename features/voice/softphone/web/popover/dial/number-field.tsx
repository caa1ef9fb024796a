import { Delete } from 'lucide-react';
import { useEffect, type Ref } from 'react';
import { typedNumber } from '../../../core/dial-rules.ts';
import { useText } from '#platform/web/i18n.ts';
import { useLongPress } from '../use-long-press.ts';
import { CountryChoice } from './country-choice.tsx';
import { takenApart } from './taken-apart.ts';
import type { DialChoices } from './use-dial-choices.ts';

interface NumberFieldProps {
  ref: React.RefObject<HTMLInputElement | null> & Ref<HTMLInputElement>;
  number: string;
  choices: DialChoices;
  onChange: (number: string) => void;
  onEnter: () => void;
}

/** Country and number. Only digits stay; a pasted number that says its country chooses it. */
export function NumberField({
  ref,
  number,
  choices: { countries, country, chooseCountry },
  onChange,
  onEnter,
}: NumberFieldProps) {
  const t = useText();
  // The phone was opened to dial: the number can be typed at once.
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref]);
  const deleting = useLongPress({ onPress: () => onChange(number.slice(0, -1)), onLongPress: () => onChange('') });
  const paste = (text: string): boolean => {
    const apart = takenApart(text);
    if (!apart || !countries.some(({ iso2 }) => iso2 === apart.iso2)) return false;
    chooseCountry(apart.iso2);
    onChange(typedNumber(apart.number));
    return true;
  };
  return (
    <div className="number-field">
      <CountryChoice
        countries={countries}
        country={country}
        onChoose={(iso2) => {
          chooseCountry(iso2);
          ref.current?.focus();
        }}
      />
      <input
        ref={ref}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        aria-label={t('softphone.dial.number')}
        placeholder={t('softphone.dial.number')}
        value={number}
        data-long={number.length > 12 || undefined}
        onChange={(event) => onChange(typedNumber(event.currentTarget.value))}
        onPaste={(event) => paste(event.clipboardData.getData('text')) && event.preventDefault()}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter()}
      />
      {number !== '' && (
        <button
          type="button"
          className="number-delete"
          aria-label={t('softphone.dial.delete')}
          data-hint={t('softphone.dial.deleteHint')}
          {...deleting}
        >
          <Delete size={18} aria-hidden />
        </button>
      )}
    </div>
  );
}

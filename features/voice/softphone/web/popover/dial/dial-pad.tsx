import { DialKey } from '#shared/codes/dial-key.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { useLongPress } from '../use-long-press.ts';

/** The twelve keys with their letters; holding 0 is a plus where a number is dialled. */
export function DialPad({ onKey, hasPlus = false }: { onKey: (key: string) => void; hasPlus?: boolean }) {
  const t = useText();
  return (
    <div className="dial-pad" role="group" aria-label={t('softphone.dial.pad')}>
      {DialKey.rows.map(({ code, key, letters }) => {
        if (code === DialKey.zero && hasPlus) return <ZeroKey key={code} onKey={onKey} />;
        const hasLetters = letters !== '' && code !== DialKey.zero;
        return (
          <button
            key={code}
            type="button"
            {...(hasLetters ? {} : { 'aria-label': textOf(key) })}
            onClick={() => onKey(code)}
          >
            {code}
            {hasLetters && ' '}
            <small>{hasLetters && letters}</small>
          </button>
        );
      })}
    </div>
  );
}

function ZeroKey({ onKey }: { onKey: (key: string) => void }) {
  const t = useText();
  const { letters } = DialKey.row(DialKey.zero);
  const pressing = useLongPress({ onPress: () => onKey(DialKey.zero), onLongPress: () => onKey(letters) });
  return (
    <button type="button" aria-label={t('softphone.dial.zero')} {...pressing}>
      {DialKey.zero}
      <small aria-hidden>{letters}</small>
    </button>
  );
}

import { spokenNumber } from '#core/phone/spoken-number.ts';
import { failureKeyOf } from '#platform/web/failures.ts';
import { textOf, useText, type TextKey } from '#platform/web/i18n.ts';
import { useFailureTexts } from '#platform/web/use-failure-texts.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import type { NumberToTry } from '../../contract.ts';

/** What each documented number does when it is called. */
export function NumbersToTry({ numbers }: { numbers: readonly NumberToTry[] }) {
  const t = useText();
  const areTextsLoaded = useFailureTexts();
  const says = ({ behaviour, refusal }: NumberToTry): string =>
    refusal === null
      ? t(`rehearsal.does.${behaviour}` as TextKey)
      : t('rehearsal.does.refuses', { code: refusal, text: areTextsLoaded ? textOf(failureKeyOf(refusal)) : '' });
  return (
    <section>
      <h3>{t('rehearsal.numbers')}</h3>
      <ul className="rehearsal-numbers">
        {numbers.map((number) => (
          <li key={number.number}>
            <b className="figures">{spokenNumber(number.number)}</b>
            <span>{says(number)}</span>
            <CopyButton value={number.number} />
          </li>
        ))}
      </ul>
    </section>
  );
}

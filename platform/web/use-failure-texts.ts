import { useEffect, useState } from 'react';
import { bringFailures, failureKey, hasFailures } from './failures.ts';
import { hasText, textOf } from './i18n.ts';

/** For what tells failures without one at hand: draws again once their words are here, and says whether they are. */
export function useFailureTexts(): boolean {
  const [areHere, setHere] = useState(hasFailures);
  useEffect(() => {
    if (!areHere)
      void bringFailures().then(
        () => setHere(true),
        () => {},
      );
  }, [areHere]);
  return areHere;
}

/** The words of a failure that was kept by its name: empty while they are on their way, null for what is no failure. */
export function useRefusalText(name: string, detail = ''): string | null {
  const areHere = useFailureTexts();
  const key = failureKey(name);
  if (!areHere) return '';
  return hasText(key) ? textOf(key, { detail }) : null;
}

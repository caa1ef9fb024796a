import { useEffect, useState } from 'react';
import { bringFailures, failureKey, hasFailures } from './failures.ts';
import { hasText, textOf } from './i18n.ts';

/** For what tells failures without one at hand: draws again once their words are here, and says whether they are. */
export function useFailureTexts(areWanted = true): boolean {
  const [areHere, setHere] = useState(hasFailures);
  useEffect(() => {
    if (areWanted && !areHere)
      void bringFailures().then(
        () => setHere(true),
        () => {},
      );
  }, [areWanted, areHere]);
  return areHere;
}

/** The words of a failure that was kept by its name: empty while they are on their way, null for what is no failure. */
export function useRefusalText(name: string, detail = ''): string | null {
  const key = failureKey(name);
  const hasOwnText = hasText(key);
  const isAwaited = name !== '' && !hasOwnText;
  const areHere = useFailureTexts(isAwaited);
  if (hasOwnText) return textOf(key, { detail });
  return isAwaited && !areHere ? '' : null;
}

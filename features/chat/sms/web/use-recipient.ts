import { useState } from 'react';
import { diallingCode } from '#shared/countries.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { smsApi } from '../contract.ts';
import { keptCountry } from './kept-country.ts';
import type { SmsTarget } from './sender-window.ts';

/** Shorter ones are no numbers of anybody: nothing is asked about them. */
const SHORTEST = 6;

/** A number without the code that stands beside it. */
const withoutCode = (number: string, iso2: string): string => {
  const code = diallingCode(iso2) ?? '';
  return code !== '' && number.length > 10 && number.startsWith(code) ? number.slice(code.length) : number;
};

/** Whom a message is for: somebody the page gave, or a number that is typed. */
export function useRecipient(given: SmsTarget) {
  const [target, setTarget] = useState(given);
  const countries = useEndpoint(smsApi.countries, {}, { handlesFailures: true });
  // A hidden number, and that of a call, is shown and not typed.
  const isFixed = target.shown !== undefined;
  const [iso2Chosen, setIso2] = useState<string | null>(target.iso2 || null);
  const open = countries.data ?? [];
  const iso2 = iso2Chosen ?? open.find((one) => one.iso2 === keptCountry.get())?.iso2 ?? open[0]?.iso2 ?? null;
  const [number, setNumber] = useState(() =>
    isFixed ? '' : withoutCode((target.number ?? '').replace(/\D/g, ''), target.iso2 ?? ''),
  );
  return {
    isFixed,
    /** What stands for a number that is not typed. */
    shown: target.shown ?? '',
    /** Where messages may go; undefined until it is known. */
    countries: countries.data,
    iso2,
    setIso2,
    number,
    setNumber,
    /** As the server is asked. */
    who: isFixed
      ? { callId: target.callId ?? '', countryCode: '', number: target.number ?? '' }
      : { callId: '', countryCode: (iso2 && diallingCode(iso2)) ?? '', number },
    isWhole: isFixed || number.length >= SHORTEST,
    typeAnother: () => setTarget({}),
    /** The next message begins with the same country. */
    keepCountry: () => void (!isFixed && iso2 && keptCountry.set(iso2)),
  };
}

export type Recipient = ReturnType<typeof useRecipient>;

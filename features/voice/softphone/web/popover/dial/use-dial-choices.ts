import { useState } from 'react';
import { routesApi, type DisplayNumber, type Router } from '#features/voice/call-routes/contract.ts';
import { useLanguage } from '#platform/web/i18n.ts';
import { useEndpoint, type AskOptions } from '#platform/web/use-endpoint.ts';
import { kept } from '../kept-choices.ts';
import { phoneWindow, usePhoneWindow } from '../phone-window.ts';
import { DEFAULT_ROUTER, keptRouterId, numberKey, SELDOM_MS, shownNumber } from './kept-line.ts';

export type DialCountry = { code: string; iso2: string; name: string };

const seldom: AskOptions = { staleMs: SELDOM_MS, handlesFailures: true };
const none: readonly never[] = [];

/** What a call goes out with: line, number shown, country; what was chosen last is chosen again. */
export interface DialChoices {
  routers: readonly Router[];
  routerId: number;
  chooseRouter: (routerId: number) => void;
  numbers: readonly DisplayNumber[];
  /** Null: none to choose, or the one chosen is no longer there. */
  shown: DisplayNumber | null;
  chooseNumber: (number: DisplayNumber) => void;
  countries: readonly DialCountry[];
  country: DialCountry | null;
  chooseCountry: (iso2: string) => void;
}

export function useDialChoices(): DialChoices {
  const language = useLanguage();
  const { iso2: wanted } = usePhoneWindow();
  const [routerId, setRouterId] = useState(keptRouterId);
  const [chosen, setChosen] = useState(() => kept.get('externalNumber') ?? '');
  const [keptIso2, setKeptIso2] = useState(() => kept.get('callCountry'));
  const routers = useEndpoint(routesApi.routers, {}, seldom).data ?? none;
  // A line that was taken away is not asked about.
  const line = routers.some((one) => one.routerId === routerId) ? routerId : DEFAULT_ROUTER;
  const numbers =
    useEndpoint(routesApi.displayNumbers, { routerId: line }, { ...seldom, keepPrevious: true }).data ?? none;
  const countries = useEndpoint(routesApi.countries, {}, seldom).data ?? none;
  const shown = shownNumber(numbers, chosen);
  const country =
    [wanted, keptIso2, shown?.countryIso2, language.slice(-2)]
      .map((iso2) => countries.find((one) => one.iso2 === iso2))
      .find(Boolean) ??
    countries[0] ??
    null;
  return {
    routers,
    routerId: line,
    numbers,
    shown,
    countries,
    country,
    chooseRouter(next) {
      kept.set('routerNumberId', String(next));
      setRouterId(next);
    },
    chooseNumber(next) {
      kept.set('externalNumber', numberKey(next));
      setChosen(numberKey(next));
    },
    chooseCountry(iso2) {
      kept.set('callCountry', iso2);
      setKeptIso2(iso2);
      phoneWindow.set({ iso2: null });
    },
  };
}

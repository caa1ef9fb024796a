import { useState, type ReactElement, type ReactNode } from 'react';
import {
  partsOf,
  resolved,
  type Arrival,
  type Destination,
  type Place,
  type PlaceHistory,
  type Step,
} from './history.ts';
import type { DrawnRoute } from './match-routes.ts';
import { Navigated, navigationOver } from './navigation.tsx';
import { useRoutes } from './router.tsx';

/** A history without a browser, which begins at the last of these addresses. */
export function memoryPlaces(addresses: readonly string[]): PlaceHistory {
  let made = 0;
  const placeAt = (to: Destination, from: string, state: unknown): Place => ({
    ...resolved(to, from),
    state: state ?? null,
    key: `place ${(made += 1)}`,
  });
  const entries = addresses.map((address) => placeAt(partsOf(address), '/', null));
  let at = entries.length - 1;
  let action: Arrival = 'POP';
  let listener: (step: Step) => void = () => {};
  const arrive = (how: Arrival, delta: number): void => {
    action = how;
    listener({ action, place: entries[at]!, delta });
  };
  return {
    get action() {
      return action;
    },
    get place() {
      return entries[at]!;
    },
    push(to, state) {
      entries.splice(at + 1, entries.length, placeAt(to, entries[at]!.pathname, state));
      at += 1;
      arrive('PUSH', 1);
    },
    replace(to, state) {
      entries[at] = placeAt(to, entries[at]!.pathname, state);
      arrive('REPLACE', 0);
    },
    go(delta) {
      const next = Math.min(entries.length - 1, Math.max(0, at + delta));
      const by = next - at;
      at = next;
      arrive('POP', by);
    },
    listen: (heard) => void (listener = heard),
  };
}

/** What has links or addresses, drawn without a browser's history. */
export function MemoryRouter({ initialEntries = ['/'], children }: { initialEntries?: string[]; children: ReactNode }) {
  const [navigation] = useState(() => navigationOver(memoryPlaces(initialEntries)));
  return <Navigated navigation={navigation}>{children}</Navigated>;
}

/** A route among `Routes`; draws nothing itself. */
export const Route: (props: { path: string; element: ReactNode }) => null = () => null;

/** What its routes have for the address. */
export function Routes({ children }: { children: ReactNode }) {
  const given = [children].flat() as ReactElement<DrawnRoute>[];
  return useRoutes(given.map(({ props }) => props));
}

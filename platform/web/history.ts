/** An address in parts: what stands before `?`, from `?` on, and from `#` on. */
export interface AddressParts {
  pathname: string;
  search: string;
  hash: string;
}

/** Where to go: an address of ours, or some of its parts. What is left out before `?` stays as it is. */
export type Destination = string | Partial<AddressParts>;

/** A place in the history: its address, what was given along, and a name of its own. */
export interface Place extends AddressParts {
  state: unknown;
  key: string;
}

/** How one came to a place: by the browser's own buttons, by a step forward, or in place of what was there. */
export type Arrival = 'POP' | 'PUSH' | 'REPLACE';

export interface Step {
  action: Arrival;
  place: Place;
  /** How far in the history; null where the entry is not ours. */
  delta: number | null;
}

/** The places one was at, and how to get to others. */
export interface PlaceHistory {
  readonly action: Arrival;
  readonly place: Place;
  push(to: Destination, state?: unknown): void;
  replace(to: Destination, state?: unknown): void;
  go(delta: number): void;
  /** Hears every step, those made here too. */
  listen(listener: (step: Step) => void): void;
}

/** An address in parts; a part that is not there is empty. */
export function partsOf(address: string): AddressParts {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address)!;
  return { pathname, search: search === '?' ? '' : search, hash: hash === '#' ? '' : hash };
}

export const addressOf = ({ pathname, search, hash }: AddressParts): string => pathname + search + hash;

/** Where a destination leads from a place. Addresses are whole: they begin with a slash, or say another query of the same page. */
export function resolved(to: Destination, from: string): AddressParts {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? partsOf(to) : to;
  const query = search === '' || search.startsWith('?') ? search : `?${search}`;
  return { pathname: pathname || from, search: query === '?' ? '' : query, hash };
}

interface Kept {
  usr: unknown;
  key: string;
  idx: number;
}

const newKey = (): string => crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36);

/** The history of this document. */
export function browserPlaces(): PlaceHistory {
  const { history } = window;
  const keptNow = () => history.state as Partial<Kept> | null;
  let action: Arrival = 'POP';
  let listener: (step: Step) => void = () => {};
  let index: number | null = keptNow()?.idx ?? 0;
  if (keptNow()?.idx === undefined) history.replaceState({ ...keptNow(), idx: index }, '');

  const placeNow = (): Place => {
    const { pathname, search, hash } = window.location;
    return { pathname, search, hash, state: keptNow()?.usr ?? null, key: keptNow()?.key ?? 'default' };
  };
  window.addEventListener('popstate', () => {
    const now = keptNow()?.idx ?? null;
    const delta = now === null || index === null ? null : now - index;
    action = 'POP';
    index = now;
    listener({ action, place: placeNow(), delta });
  });
  const make = (how: 'PUSH' | 'REPLACE', to: Destination, state: unknown): void => {
    const address = addressOf(resolved(to, window.location.pathname));
    action = how;
    index = (index ?? 0) + (how === 'PUSH' ? 1 : 0);
    const kept: Kept = { usr: state ?? null, key: newKey(), idx: index };
    if (how === 'PUSH') history.pushState(kept, '', address);
    else history.replaceState(kept, '', address);
    listener({ action, place: placeNow(), delta: how === 'PUSH' ? 1 : 0 });
  };
  return {
    get action() {
      return action;
    },
    get place() {
      return placeNow();
    },
    push: (to, state) => make('PUSH', to, state),
    replace: (to, state) => make('REPLACE', to, state),
    go: (delta) => history.go(delta),
    listen: (heard) => void (listener = heard),
  };
}

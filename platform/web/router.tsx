import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { addressOf, resolved, type Arrival, type Destination, type Place } from './history.ts';
import { matchRoutes, type DrawnRoute } from './match-routes.ts';

/*
 * Links, and what is drawn at which address. Data of pages is asked for by pages, so of a router this is all we need; the
 * libraries that have it bring forms, fetchers, errors and prefetching along, seven times as much.
 */

/** How to get to other places. */
export interface Navigator {
  push(to: Destination, state?: unknown): void;
  replace(to: Destination, state?: unknown): void;
  go(delta: number): void;
}

interface Standing {
  place: Place;
  arrival: Arrival;
  navigator: Navigator;
}
const StandingContext = createContext<Standing | null>(null);
const ParamsContext = createContext<Readonly<Record<string, string>>>({});
const OutletContext = createContext<ReactNode>(null);

function useStanding(): Standing {
  const standing = use(StandingContext);
  if (!standing) throw new Error('Links and addresses are known inside of a Router only.');
  return standing;
}

export function Router({ place, arrival, navigator, children }: Standing & { children: ReactNode }) {
  return (
    <StandingContext value={useMemo(() => ({ place, arrival, navigator }), [place, arrival, navigator])}>
      {children}
    </StandingContext>
  );
}

export const useLocation = (): Place => useStanding().place;

/** How one came to the page that is shown. */
export const useArrival = (): Arrival => useStanding().arrival;

/** What the address says where its route has a `:name`. */
export const useParams = (): Readonly<Record<string, string | undefined>> => use(ParamsContext);

export interface Going {
  /** In place of where one is, which Back then passes by. */
  replace?: boolean;
  state?: unknown;
}

export interface Navigate {
  (to: Destination, how?: Going): void;
  (delta: number): void;
}

/** Goes elsewhere; a number goes so far in the history. */
export function useNavigate(): Navigate {
  const {
    navigator,
    place: { pathname },
  } = useStanding();
  return useCallback(
    (to: Destination | number, { replace = false, state }: Going = {}) => {
      if (typeof to === 'number') return navigator.go(to);
      const goal = resolved(to, pathname);
      if (replace) navigator.replace(goal, state);
      else navigator.push(goal, state);
    },
    [navigator, pathname],
  );
}

type Query = URLSearchParams | Record<string, string> | string;

/** The query of the address, and how to change it; `change` gets a copy of what it is now. */
export function useSearchParams(): [
  URLSearchParams,
  (next: Query | ((query: URLSearchParams) => Query), how?: Going) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (next: Query | ((query: URLSearchParams) => Query), how?: Going) => {
      const wanted = typeof next === 'function' ? next(new URLSearchParams(query)) : next;
      navigate({ search: String(new URLSearchParams(wanted)) }, how);
    },
    [navigate, query],
  );
  return [query, change];
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Going & { to: Destination; ref?: Ref<HTMLAnchorElement> };

/** Whether a click is the plain one; others open tabs and windows. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/** Leads to another page without loading the document anew; to addresses of others as any link. */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const { place } = useStanding();
  const navigate = useNavigate();
  const isElsewhere = typeof to === 'string' && /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(to);
  const address = isElsewhere ? to : addressOf(resolved(to, place.pathname));
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || isElsewhere || !isPlain(event) || (target && target !== '_self')) return;
    event.preventDefault();
    // Whoever is there already does not go there again.
    navigate(to, { replace: replace ?? addressOf(place) === address, state });
  };
  return <a {...rest} href={address} target={target} onClick={follow} />;
}

/** Goes elsewhere as soon as it is drawn. */
export function Redirect({ to }: { to: Destination }) {
  const navigate = useNavigate();
  const goal = JSON.stringify(to);
  useEffect(() => navigate(JSON.parse(goal) as Destination, { replace: true }), [navigate, goal]);
  return null;
}

/** Where a route that stands around others draws the one on show. */
export const Outlet = () => use(OutletContext);

/** What the routes have for this address; nothing where they have nothing. */
export function useRoutes(routes: readonly DrawnRoute[]): ReactNode {
  const { pathname } = useLocation();
  const match = matchRoutes(routes, pathname);
  if (!match) return null;
  const drawn = match.routes.reduceRight<ReactNode>(
    (inside, { element }) => <OutletContext value={inside}>{element ?? inside}</OutletContext>,
    null,
  );
  return <ParamsContext value={match.params}>{drawn}</ParamsContext>;
}

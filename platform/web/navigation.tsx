import { createContext, startTransition, use, useCallback, useLayoutEffect, useState, type ReactNode } from 'react';
import {
  createSearchParams,
  parsePath,
  Router,
  useLocation,
  useSearchParams,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  NavigationType,
  type Location,
  type NavigateOptions,
  type Navigator,
  type To,
  type URLSearchParamsInit,
} from 'react-router';
import { createStore } from './store.ts';

/**
 * Where the page is and how it goes elsewhere: the browser's history, and a question before unsaved changes are left.
 * The router's own way to ask comes only with its data loading, which is as large as all the rest of it.
 *
 * 1. A step forward (a link, `navigate`) asks first and is made after a yes.
 * 2. A step of the browser's buttons has happened when we learn of it: it is taken back, asked about, and made again.
 * 3. Another query or fragment of the same page is no leaving.
 */
type Ask = () => Promise<boolean>;
type History = Pick<
  ReturnType<typeof createBrowserHistory>,
  'action' | 'location' | 'createHref' | 'encodeLocation' | 'push' | 'replace' | 'go' | 'listen'
>;

const questions = new Set<Ask>();

/** Has the page's forms asked before another page replaces this one; the answer stops it. */
export function askBeforeLeaving(ask: Ask): () => void {
  questions.add(ask);
  return () => void questions.delete(ask);
}

async function mayGo(): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false;
  return true;
}

/** A place in the product, told to the router. */
interface Place {
  location: Location;
  action: NavigationType;
}

export interface Navigation {
  at: () => Place;
  /** Goes to an address of ours, from outside components. */
  go: (address: string) => void;
  watch: (watcher: () => void) => () => void;
  navigator: Navigator;
}

/** The navigation over a history; there is one per document. */
export function navigationOver(history: History): Navigation {
  const placeOf = ({ location, action }: History): Place => ({ location, action });
  const place = createStore(placeOf(history));
  /** Steps of the history we made ourselves: `back` undoes one, `again` repeats it after a yes. */
  let expected: 'back' | 'again' | null = null;

  const leaves = (pathname: string | undefined) =>
    questions.size > 0 && pathname !== undefined && pathname !== place.get().location.pathname;
  const arrive = () => place.set(placeOf(history));
  history.listen(({ action, location, delta }) => {
    const step = expected;
    expected = null;
    if (step === 'back') return;
    // Without a number the entry is not ours (somebody edited the address): it cannot be taken back.
    if (step === 'again' || action !== NavigationType.Pop || !delta || !leaves(location.pathname)) return arrive();
    expected = 'back';
    history.go(-delta);
    void mayGo().then((yes) => {
      if (!yes) return;
      expected = 'again';
      history.go(delta);
    });
  });

  const step = (to: To, make: () => void) => {
    if (!leaves(typeof to === 'string' ? parsePath(to).pathname : to.pathname)) return make();
    void mayGo().then((yes) => yes && make());
  };
  const navigator: Navigator = {
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: (to, state) => step(to, () => history.push(to, state)),
    replace: (to, state) => step(to, () => history.replace(to, state)),
  };
  return {
    at: place.get,
    go: (address) => navigator.push(address),
    watch: place.subscribe,
    navigator,
  };
}

/** The navigation of this document. */
export const browserNavigation = (): Navigation => navigationOver(createBrowserHistory({ v5Compat: true }));

const Here = createContext<Navigation | null>(null);

/** Where the page is going. What is drawn may still be the page that is being left: a new one is shown when it is ready. */
export function useDestination(): () => string {
  const navigation = use(Here);
  return useCallback(() => navigation?.at().location.pathname ?? '', [navigation]);
}

type QueryChange = URLSearchParamsInit | ((now: URLSearchParams) => URLSearchParamsInit);

/**
 * What the address asks for, as it is drawn, and a way to change that. A change begins with what the address says by then: on a slow
 * machine it is ahead of what is drawn, and the change before would be lost. A page that is being left changes nothing any more.
 */
export function useAddressQuery(): [URLSearchParams, (change: QueryChange, options?: NavigateOptions) => void] {
  const [drawn, set] = useSearchParams();
  const { pathname } = useLocation();
  const navigation = use(Here);
  const change = useCallback(
    (wish: QueryChange, options?: NavigateOptions) => {
      const at = navigation?.at().location;
      if (at && at.pathname !== pathname) return;
      const now = at ? createSearchParams(at.search) : new URLSearchParams(drawn);
      set(typeof wish === 'function' ? wish(now) : wish, options);
    },
    [navigation, pathname, drawn, set],
  );
  return [drawn, change];
}

/** Everything that has links or routes stands in here. */
export function Navigated({ navigation, children }: { navigation: Navigation; children: ReactNode }) {
  const [place, setPlace] = useState(navigation.at);
  useLayoutEffect(() => navigation.watch(() => startTransition(() => setPlace(navigation.at()))), [navigation]);
  return (
    <Here value={navigation}>
      <Router location={place.location} navigationType={place.action} navigator={navigation.navigator}>
        {children}
      </Router>
    </Here>
  );
}

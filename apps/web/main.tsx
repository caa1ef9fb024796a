import { createRoot } from 'react-dom/client';
import type { ComponentType } from 'react';
import { startTexts } from '#platform/web/i18n.ts';
import { returnTo, session } from '#platform/web/session.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { startNonce } from '#platform/web/theme/nonce.ts';
import { startTheme } from '#platform/web/theme/scheme.ts';
import '#platform/web/theme/tokens.css';

/**
 * Starts the page. The first load is small: it only decides between the pages outside a session
 * (sign-in and its relatives) and the shell, and fetches that one. The kit, the router and the
 * schemas must not be imported here.
 */
type Entry = () => Promise<{ default: ComponentType }>;
const outside = import.meta.glob('../../features/account/web/outside/index.tsx') as Record<string, Entry>;
const shell = import.meta.glob('./shell/index.tsx') as Record<string, Entry>;

/** Pages for people without a session: also shown to those who have one, since a link in a mail may lead there. */
const OUTSIDE = /^\/(login|register|forgot|invitation|setup)(\/|$)/;

function entry(): Entry | undefined {
  const { pathname, search } = window.location;
  const signedIn = session.token() !== null;
  if (!signedIn && !OUTSIDE.test(pathname)) {
    if (pathname !== '/') returnTo.remember(pathname + search);
    window.history.replaceState(null, '', '/login');
  }
  if (signedIn && /^\/(login)?$/.test(pathname)) window.history.replaceState(null, '', '/home');
  const [load] = Object.values(OUTSIDE.test(window.location.pathname) ? outside : shell);
  return load;
}

startNonce();
startTheme();

const load = entry();
const [module] = await Promise.all([load?.(), startTexts()]);
const Page = module?.default ?? (() => null);
createRoot(document.getElementById('root')!).render(<Page />);

// A sign-in or sign-out in another tab: this one follows with a fresh document.
const tokenAtStart = session.token();
window.addEventListener('storage', () => {
  if ((session.token() === null) !== (tokenAtStart === null)) departure.go(session.token() === null ? '/login' : returnTo.take());
});

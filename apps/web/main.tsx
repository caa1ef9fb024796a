import { createRoot } from 'react-dom/client';
import type { ComponentType } from 'react';
import { bringFailures } from '#platform/web/failures.ts';
import { startLanguage, startTexts } from '#platform/web/i18n.ts';
import { returnTo, session } from '#platform/web/session.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { startStaleRelease } from '#platform/web/stale-release.ts';
import { startNonce } from '#platform/web/theme/nonce.ts';
import { startTheme } from '#platform/web/theme/scheme.ts';
import { askFirst } from './shell/first-answers.ts';
import '#platform/web/theme/tokens.css';

/**
 * Starts the page. The first load is small: it only decides between the pages outside a session
 * (sign-in and its relatives) and the shell, and fetches that one. The kit, the router and the
 * schemas must not be imported here.
 */
type Entry = () => Promise<{ default: ComponentType }>;
const outside: Entry = () => import('#features/team/account/web/outside/index.tsx');
/** The page of visitors, who are nobody's members. */
const visitor: Entry = withTexts(() => import('./visitor-page.tsx'));
const VISITOR = /^\/c\//;
const shell: Entry = withTexts(() => {
  askFirst();
  return import('./shell/index.tsx');
});

/** The pages before sign-in have their own few words. */
function withTexts(load: Entry): Entry {
  return async () => (await Promise.all([load(), startTexts()]))[0];
}

/** What a refusal means and says is seldom needed, and must be there when the network goes. */
const FAILURES_AFTER_MS = 4_000;

/** Pages for people without a session: also shown to those who have one, since a link in a mail may lead there. */
const OUTSIDE = /^\/(login|company|register|forgot|invitation|setup|suspended)(\/|$)/;

function entry(): Entry {
  const { pathname, search } = window.location;
  if (VISITOR.test(pathname)) return visitor;
  const signedIn = session.token() !== null;
  if (!signedIn && !OUTSIDE.test(pathname)) {
    if (pathname !== '/') returnTo.remember(pathname + search);
    window.history.replaceState(null, '', '/login');
  }
  if (signedIn && /^\/(login)?$/.test(pathname)) window.history.replaceState(null, '', '/home');
  return OUTSIDE.test(window.location.pathname) ? outside : shell;
}

startNonce();
startTheme();
startStaleRelease();
startLanguage();

const { default: Page } = await entry()();
createRoot(document.getElementById('root')!).render(<Page />);
setTimeout(() => void bringFailures().catch(() => {}), FAILURES_AFTER_MS);

// Another tab signed in, out, or in as somebody else: this one follows with a fresh document.
const tokenAtStart = session.token();
window.addEventListener('storage', () => {
  if (VISITOR.test(window.location.pathname)) return;
  const token = session.token();
  if (token === tokenAtStart) return;
  if (token === null) departure.go('/login');
  else departure.go(tokenAtStart === null ? returnTo.take() : window.location.href);
});

import { Suspense, useDeferredValue, useEffect } from 'react';
import { ensureTexts, textFiles, useText } from '#platform/web/i18n.ts';
import { fetchCode, lazy } from '#platform/web/lazy-part.ts';
import { useStore } from '#platform/web/use-store.ts';
import { accountTexts } from '../texts.ts';
import { usePath } from './link.tsx';
import { Login } from './login.tsx';
import type { OtherPage } from './others.tsx';
import { PageChoices } from './page-choices.tsx';
import { pendingStep } from './sign-in.ts';
import './outside.css';

/** After the sign-in page, when nobody waits for it: whoever signs in may be asked for more. */
const FETCHED_AFTER_MS = 4_000;
const STEP = '/step/';
const OTHERS: readonly OtherPage[] = ['company', 'register', 'forgot', 'invitation', 'setup', 'suspended'];
/** None: the sign-in page. */
const otherAt = (path: string): OtherPage | undefined =>
  path.startsWith(STEP) ? 'step' : OTHERS.find((page) => page === path.split('/')[1]);

async function fetchOthers() {
  const [others] = await Promise.all([import('./others.tsx'), ensureTexts('account', accountTexts)]);
  return others;
}
const Others = lazy(fetchOthers);

await Promise.all([
  ensureTexts('outside', textFiles(import.meta.glob('./words/*.ts', { import: 'default' }))),
  otherAt(window.location.pathname) && fetchCode(fetchOthers),
]);

/** The pages for people without a session. Small on purpose: no kit, no router, no schemas, and of the pages the first. */
export default function Outside() {
  const t = useText();
  const path = usePath();
  const step = useStore(pendingStep);
  const asked = step ? `${STEP}${step.ticket}` : path;
  // What was shown stays until the next page is there; the first one always is.
  const arrived = useDeferredValue(asked);
  const shown = otherAt(asked) ? arrived : asked;
  const page = otherAt(shown);
  const title = t('account.outside.documentTitle');
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const timer = setTimeout(() => void fetchCode(fetchOthers).catch(() => {}), FETCHED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="out">
      <main className="out-card">
        <div className="out-mark" aria-hidden />
        <Suspense>{page ? <Others key={shown} page={page} /> : <Login key={shown} />}</Suspense>
      </main>
      <PageChoices />
    </div>
  );
}

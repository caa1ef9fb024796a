const LAST = 'openseat.reloadedAt';
const PAUSE_MS = 30_000;
const ANSWER_WITHIN_MS = 5_000;

/** What the release on show begins with, by its file's name. */
const ours = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src.split('/').at(-1);

/** Does the server have another release than this page? One that is away has none: a page that shows is better than none. */
async function hasOther(): Promise<boolean> {
  const name = ours();
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return answer.ok && name !== undefined && !(await answer.text()).includes(name);
  } catch {
    return false;
  }
}

/**
 * A page that stays open over a new release may ask for a file that is gone. Then the page is loaded again,
 * once in a while at most: if the file is still missing, the page's own boundary tells the user.
 */
export function startStaleRelease(
  reload: () => void = () => window.location.reload(),
  isStale: () => Promise<boolean> = hasOther,
): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(LAST) ?? 0);
    if (Date.now() - last < PAUSE_MS || !navigator.onLine) return;
    void isStale().then((stale) => {
      if (!stale) return;
      sessionStorage.setItem(LAST, String(Date.now()));
      reload();
    });
  });
}

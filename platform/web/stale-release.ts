const LAST = 'openseat.reloadedAt';
const PAUSE_MS = 30_000;

/**
 * A page that stays open over a new release may ask for a file that is gone. Then the page is loaded again,
 * once in a while at most: if the file is still missing, the page's own boundary tells the user.
 */
export function startStaleRelease(reload: () => void = () => window.location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(LAST) ?? 0);
    if (Date.now() - last < PAUSE_MS || !navigator.onLine) return;
    sessionStorage.setItem(LAST, String(Date.now()));
    event.preventDefault();
    reload();
  });
}

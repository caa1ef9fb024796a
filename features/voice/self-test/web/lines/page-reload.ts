/** A saved change of line: the page reloads after a second, so that what is said of it can be read (specification W4). */
const AFTER_MS = 1_000;

/** Tests put something else in place of `now`. */
export const pageReload = {
  now: (): void => window.location.reload(),
  soon: (): void => void setTimeout(() => pageReload.now(), AFTER_MS),
};

const TROUBLE = '[aria-invalid="true"], .mantine-InputWrapper-error';
const CONTROL =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)';

/** Scrolls to something and gives it the focus. A drawer or dialog may have scrolled it away. */
export function bringIntoSight(element: HTMLElement | null): void {
  if (!element) return;
  element.scrollIntoView?.({ block: 'center' });
  element.focus({ preventScroll: true });
}

/**
 * Brings the first field in trouble into sight. A group of choices bears its trouble as words alone: then its first
 * choice gets the focus.
 */
export function pointOutTrouble(form: HTMLElement | null): void {
  const first = form?.querySelector<HTMLElement>(TROUBLE);
  if (!first) return;
  if (first.matches('[aria-invalid="true"]')) return bringIntoSight(first);
  const field = first.closest<HTMLElement>('.mantine-InputWrapper-root');
  bringIntoSight(field?.querySelector<HTMLElement>(CONTROL) ?? first);
}

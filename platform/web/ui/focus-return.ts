import { useEffect, useRef, useState, type RefObject } from 'react';

/** A dialog may be opened by an entry of a menu that a button opened: what came before the entry is kept too. */
const KEPT = 8;
const TAKES_FOCUS = 'button, a[href], input, select, textarea, [tabindex]';
/** What stands above the page for a while and takes the focus with it. */
const PASSING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

const isNowhere = (element: Element | null): boolean => element === null || element === document.body;

/** What had the focus, the latest first. */
let trail: readonly HTMLElement[] = [];
/** What the latest of them stood in, which is not to be seen any more when it is gone. */
let around: readonly Element[] = [];

/** A button that is busy is disabled and loses the focus by that: it has it again as soon as it can. */
const busy = new MutationObserver(() => {
  const [last] = trail;
  if (last && isNowhere(document.activeElement) && !last.matches(':disabled')) last.focus({ preventScroll: true });
});

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) found.push(one);
  return found;
}

function remember(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element === trail[0]) return;
  trail = [element, ...trail.filter((one) => one !== element && one.isConnected)].slice(0, KEPT);
  around = ancestorsOf(element);
  busy.disconnect();
  busy.observe(element, { attributeFilter: ['disabled'] });
}
// This may come with the first thing that opens: whoever opened it has the focus already.
if (!isNowhere(document.activeElement)) remember(document.activeElement);
document.addEventListener('focusin', ({ target }) => remember(target as Element), true);
// There are browsers in which a click gives a button no focus.
document.addEventListener('pointerdown', ({ target }) => remember((target as Element).closest(TAKES_FOCUS)), true);

/** An entry of a menu is gone when the menu is. */
const isStillThere = (element: HTMLElement): boolean =>
  element.isConnected && !element.closest('[role="menu"], [role="listbox"], [inert]');

/** Gives the focus to the first of them that takes it, or to the page. */
function focusOneOf(elements: readonly HTMLElement[]): void {
  const page = document.querySelector<HTMLElement>('main[tabindex]');
  for (const element of [...elements.filter(isStillThere), ...(page ? [page] : [])]) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** What closes gives the focus back, unless somebody has put it elsewhere meanwhile. */
function giveBack(before: readonly HTMLElement[]): void {
  const left = document.activeElement;
  if (!isNowhere(left) && !left!.closest(PASSING)) return;
  // Whatever opens in its place takes the focus by a task of its own, which was there first.
  setTimeout(() => {
    const now = document.activeElement;
    if (isNowhere(now) || now === left) focusOneOf(before);
  });
}

/**
 * For everything that takes the focus while it is open: when it closes, or goes away with whoever drew it, the focus is
 * where it was before. The kit does so only for what it has drawn closed before, and most dialogs are drawn when they open.
 */
export function useFocusReturn(opened: boolean): void {
  const [before, setBefore] = useState<readonly HTMLElement[] | null>(null);
  // While it is drawn: a field in it that takes the focus at once is not yet there.
  if (opened !== (before !== null)) setBefore(opened ? trail : null);
  useEffect(() => (before ? () => giveBack(before) : undefined), [before]);
}

/**
 * For a part whose content is another whenever `shown` changes: whoever had the focus in it has it in what came instead.
 * The part itself takes it (`tabIndex={-1}`), so that it is read from its beginning.
 */
export function useFocusKept<Part extends HTMLElement>(shown: unknown): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const was = useRef(shown);
  useEffect(() => {
    if (was.current === shown) return;
    was.current = shown;
    // What had it is gone, and it was the last in here.
    if (part.current && isNowhere(document.activeElement) && around.includes(part.current))
      part.current.focus({ preventScroll: true });
  }, [shown]);
  return part;
}

/** Puts the focus where it was before what has it now; to the page where that is gone. */
export const focusBefore = (current: Element | null): void => focusOneOf(trail.filter((one) => one !== current));

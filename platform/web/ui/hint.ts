import './hint.css';

/**
 * The names of buttons that are only pictures. An element says `data-hint="Downloads"` (and `data-hint-side="right"` where
 * there is no room above); one listener of the shell draws the words when the mouse rests on it. For the eye only: a
 * screen reader has the element's own name.
 */
const AFTER_MS = 350;
const GAP_PX = 5;
const EDGE_PX = 5;

/** Where the words stand: above or at the right, kept inside the window; below when there is no room above. */
export function placeOf(
  target: DOMRect,
  words: { width: number; height: number },
  side: string | undefined,
  window: { width: number; height: number },
): { left: number; top: number } {
  if (side === 'right') return { left: target.right + GAP_PX, top: target.top + (target.height - words.height) / 2 };
  const left = target.left + (target.width - words.width) / 2;
  const above = target.top - GAP_PX - words.height;
  return {
    left: Math.max(EDGE_PX, Math.min(left, window.width - words.width - EDGE_PX)),
    top: above >= 0 ? above : target.bottom + GAP_PX,
  };
}

/** Begins to show hints; the answer stops it. */
export function startHints(): () => void {
  let at: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const words = document.createElement('div');
  words.className = 'hint';
  words.role = 'tooltip';

  function hide(): void {
    at = null;
    clearTimeout(timer);
    words.remove();
  }
  function show(): void {
    const text = at?.isConnected ? at.dataset['hint'] : undefined;
    if (!at || !text) return;
    words.textContent = text;
    document.body.append(words);
    const { left, top } = placeOf(at.getBoundingClientRect(), words.getBoundingClientRect(), at.dataset['hintSide'], {
      width: innerWidth,
      height: innerHeight,
    });
    words.style.left = `${Math.round(left)}px`;
    words.style.top = `${Math.round(top)}px`;
  }
  function onOver(event: PointerEvent): void {
    const target = event.pointerType === 'touch' ? null : (event.target as Element).closest<HTMLElement>('[data-hint]');
    if (target === at) return;
    hide();
    at = target;
    if (at) timer = setTimeout(show, AFTER_MS);
  }

  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true, passive: true };
  document.addEventListener('pointerover', onOver, options);
  // Outside the window nothing is pointed at; whoever presses, types or scrolls has read it.
  document.documentElement.addEventListener('pointerleave', hide, options);
  for (const kind of ['pointerdown', 'keydown', 'scroll'] as const) document.addEventListener(kind, hide, options);
  return () => {
    listening.abort();
    hide();
  };
}

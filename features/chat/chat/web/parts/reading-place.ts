/** A message, and how far below the upper edge it begins. */
export interface ReadingPlace {
  key: string;
  top: number;
}

/** The first message in sight. Days and the line above the unread ones come and go with what is loaded. */
export function placeOf(box: HTMLElement): ReadingPlace | null {
  const edge = box.getBoundingClientRect().top;
  for (const line of box.querySelectorAll<HTMLElement>('[data-message]')) {
    const { top, bottom } = line.getBoundingClientRect();
    if (bottom > edge) return { key: line.dataset['message']!, top: top - edge };
  }
  return null;
}

/** Scrolls to where the message is at its place; false while it is not drawn. */
export function putBack(box: HTMLElement, { key, top }: ReadingPlace): boolean {
  const line = box.querySelector(`[data-message="${CSS.escape(key)}"]`);
  const away = line && line.getBoundingClientRect().top - box.getBoundingClientRect().top - top;
  if (away) box.scrollTop += away;
  return line !== null;
}

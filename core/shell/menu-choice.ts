/** The tab of the AI-call page that a visit through the menu opens (specification P2). */
export const AI_CALL_TAB_FROM_MENU = 3;

/** What selecting a menu item does: the page it leads to, and the tab the AI-call page will open on. */
export const menuChoice = (key: string): { go: string; aiCallTab: number } => ({
  go: key,
  aiCallTab: AI_CALL_TAB_FROM_MENU,
});

interface Item {
  key: string;
  name: string;
  child: readonly Item[];
}

interface MenuPage<I> {
  item: I;
  section: I | null;
}

/** The pages of a menu in its order, each with the section it stands in. */
export const menuPages = <I extends Item>(menu: readonly I[]): MenuPage<I>[] =>
  menu.flatMap((entry): MenuPage<I>[] =>
    entry.child.length === 0
      ? [{ item: entry, section: null }]
      : entry.child.map((child) => ({ item: child as I, section: entry })),
  );

/** The key of the item that stands for the page on show: the longest one the path begins with. */
export function currentItem(menu: readonly Item[], path: string): string | null {
  const fitting = menuPages(menu)
    .map(({ item }) => item.key)
    .filter((key) => path === key || path.startsWith(`${key}/`));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}

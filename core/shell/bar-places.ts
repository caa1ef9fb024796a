/** What people go to all day, the most used first. */
const often = ['/workBench', '/interactive/chat', '/customers', '/followUps', '/record', '/interactive/voicemail'];
const HOME = '/home';
/** Beside them stands the way to everything else: five is what a thumb tells apart. */
export const MOST_PLACES = 4;

/** The few places in the bar of a telephone: the start page and what of the often used ones the menu has, in the menu of this person. */
export const barPlaces = <Page extends { key: string }>(pages: readonly Page[]): Page[] =>
  [HOME, ...often].flatMap((key) => pages.find((page) => page.key === key) ?? []).slice(0, MOST_PLACES);

const PLACE = /\{\{(\d{1,2})\}\}/g;

/** How many values a template asks for: the highest of `{{1}}`, `{{2}}` … */
export const placesIn = (body: string): number =>
  Math.max(0, ...[...body.matchAll(PLACE)].map(([, place]) => Number(place)));

/** The template as its reader sees it; a place without a value stays as it is. */
export const filledTemplate = (body: string, values: readonly string[]): string =>
  body.replace(PLACE, (whole, place: string) => values[Number(place) - 1] || whole);

const NAME = 'name';
const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** A text with what a list has of somebody in the place of `{Column}`, and their name in that of `{name}`. What is not there is left out. */
export const filledText = (
  text: string,
  { name, columns }: { name: string; columns: Readonly<Record<string, string>> },
): string =>
  text
    .replace(/\{([^{}]{1,60})\}/g, (_, title: string) => {
      const column = Object.keys(columns).find((one) => same(one, title));
      return column === undefined ? (same(title, NAME) ? name : '') : columns[column]!;
    })
    .replace(/[ \t]+/g, ' ')
    .trim();

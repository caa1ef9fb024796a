const LONGEST_SHOWN = 46;
const FIRST = 35;
const LAST = 10;

/** A file name as lists show it: over 46 characters the first 35, dots and the last 10 (specification W9). */
export function shortName(name: string): string {
  // By character, not by code unit: a name must not be cut through an emoji or a rare ideogram.
  const characters = [...name];
  if (characters.length <= LONGEST_SHOWN) return name;
  return `${characters.slice(0, FIRST).join('')}...${characters.slice(-LAST).join('')}`;
}

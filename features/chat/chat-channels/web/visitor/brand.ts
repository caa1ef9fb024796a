/** The relative luminance of `#rrggbb`, as contrast is reckoned (WCAG 2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** White or black, whichever reads better on the company's colour. */
export const inkOn = (colour: string): '#fff' | '#000' =>
  1.05 / (luminance(colour) + 0.05) >= (luminance(colour) + 0.05) / 0.05 ? '#fff' : '#000';

/** Gives the page the company's colour. */
export function wear(colour: string): void {
  document.documentElement.style.setProperty('--brand', colour);
  document.documentElement.style.setProperty('--brand-ink', inkOn(colour));
}

import { flagOf } from '#shared/countries.ts';
import { countryName, isCountry } from '../country.ts';
import { useLanguage } from '../i18n.ts';
import './flag.css';

let canDraw: boolean | null = null;

/** Some systems have no pictures of flags and draw letters or boxes: flags are the ones with a colour. */
function drawsFlags(): boolean {
  if (canDraw !== null) return canDraw;
  canDraw = false;
  const canvas = document.createElement('canvas');
  const paper = canvas.getContext?.('2d', { willReadFrequently: true });
  if (!paper) return canDraw;
  [canvas.width, canvas.height] = [16, 16];
  paper.textBaseline = 'top';
  paper.font = '14px sans-serif';
  paper.fillStyle = '#000';
  paper.fillText(flagOf('MX'), 0, 0);
  const { data } = paper.getImageData(0, 0, 16, 16);
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3]! > 0 && (data[at] !== data[at + 1] || data[at] !== data[at + 2])) canDraw = true;
  return canDraw;
}

const look = (): string => (drawsFlags() ? 'flag' : 'flag flag-letters');
const drawing = (iso2: string): string => (drawsFlags() ? flagOf(iso2) : iso2.toUpperCase());

/** The flag of a country, or its letters where there are no flags; the name beside it is what is read aloud. */
export const Flag = ({ iso2 }: { iso2: string }) =>
  isCountry(iso2) && (
    // Drawn by the style: in a button the letters would be words that its name lacks.
    <span className={look()} data-drawing={drawing(iso2)} aria-hidden />
  );

/** The same where no name stands beside it. Nothing when nobody knows the country. */
export function NamedFlag({ iso2 }: { iso2: string }) {
  const language = useLanguage();
  if (!isCountry(iso2)) return null;
  const name = countryName(iso2, language);
  return (
    <span className={look()} role="img" aria-label={name} data-hint={name}>
      {drawing(iso2)}
    </span>
  );
}

import { flagOf } from '#shared/countries.ts';

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
  for (let at = 0; at < data.length; at += 4) if (data[at + 3]! > 0 && (data[at] !== data[at + 1] || data[at] !== data[at + 2])) canDraw = true;
  return canDraw;
}

/** The flag of a country, or its letters where there are no flags; the name beside it is what is read aloud. */
export function Flag({ iso2 }: { iso2: string }) {
  if (!/^[A-Z]{2}$/i.test(iso2)) return null;
  return drawsFlags() ? <span className="flag" aria-hidden>{flagOf(iso2)}</span> : <span className="flag flag-letters" aria-hidden>{iso2.toUpperCase()}</span>;
}

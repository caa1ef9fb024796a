import { search, type Work } from '../core/proof-of-work.ts';

/** So many hashes take a few milliseconds: in between the page draws and hears. */
const STRETCH = 3_000;

/** Does the work of a captcha; answers what `solveCaptcha` wants to see. */
export async function workOff({ id, puzzles, bits }: { id: string } & Work): Promise<string> {
  const found: number[] = [];
  for (let from = 0; found.length < puzzles;) {
    const number = search(id, found.length, bits, { from, count: STRETCH });
    if (number !== null) found.push(number);
    from = number === null ? from + STRETCH : 0;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return found.join('.');
}

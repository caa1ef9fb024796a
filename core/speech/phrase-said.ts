/** Of the given phrases the one a text says, also with words around it or a letter misheard; null when it says none, or says it is not meant. */
export function phraseSaid(text: string, phrases: readonly string[]): string | null {
  const plain = compared(text);
  if (plain === '') return null;
  const whole = phrases.find((phrase) => compared(phrase) === plain);
  if (whole !== undefined) return whole;
  const within = longest(phrases.filter((phrase) => isWithin(compared(phrase), plain)));
  if (within !== null) return within;
  const near = phrases
    .map((phrase) => ({ phrase, likeness: likeness(compared(phrase), plain) }))
    .sort((a, b) => b.likeness - a.likeness)[0];
  return near && near.likeness >= NEAR_ENOUGH && deniesIn(near.phrase) === deniesIn(text) ? near.phrase : null;
}

/** The phrases written most like a text, nearest first. */
export function nearestPhrases(text: string, phrases: readonly string[], most: number): string[] {
  if (phrases.length <= most) return [...phrases];
  const plain = compared(text);
  const ranked = phrases
    .map((phrase) => ({ phrase, likeness: likeness(compared(phrase), plain) }))
    .sort((a, b) => b.likeness - a.likeness);
  return ranked.slice(0, most).map(({ phrase }) => phrase);
}

const NEAR_ENOUGH = 0.86;
/** A word or two in a long sentence are said in passing. */
const LEAST_SHARE_OF_WORDS = 0.25;
const DENIALS =
  /(^| )(no|not|never|don't|dont|doesn't|didn't|nunca|jamás|tidak|bukan|jangan|belum|nao|não|nicht|kein|keine|pas|jamais|non|не|ні)( |$)|[不没別别未]/u;

/** Chinese and Japanese have no blanks: each sign counts as a word there. */
function compared(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}' ]/gu, ' ')
    .replace(/([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu, ' $1 ')
    .replace(/ +/g, ' ')
    .trim();
}

function deniesIn(text: string): boolean {
  return DENIALS.test(compared(text));
}

function isWithin(phrase: string, text: string): boolean {
  if (phrase === '' || !` ${text} `.includes(` ${phrase} `)) return false;
  if (phrase.split(' ').length < text.split(' ').length * LEAST_SHARE_OF_WORDS) return false;
  return !deniesIn(` ${text} `.replace(` ${phrase} `, ' '));
}

function longest(phrases: readonly string[]): string | null {
  return phrases.reduce<string | null>(
    (best, phrase) => (best === null || compared(phrase).length > compared(best).length ? phrase : best),
    null,
  );
}

/** 1 for the same, 0 for nothing in common: the share of letters that need no change. */
function likeness(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let a = 1; a <= one.length; a++) {
    const next = [a];
    for (let b = 1; b <= other.length; b++)
      next[b] = Math.min(row[b]! + 1, next[b - 1]! + 1, row[b - 1]! + (one[a - 1] === other[b - 1] ? 0 : 1));
    row = next;
  }
  return 1 - row[other.length]! / Math.max(one.length, other.length, 1);
}

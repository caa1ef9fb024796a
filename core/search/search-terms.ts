import { searchFold } from './search-fold.ts';

/** Terms beyond these narrow nothing that matters and cost each. */
const TERMS_MOST = 6;
/** So many digits in a row of words are one number, however it was spaced. */
const NUMBER_FROM = 3;
/** A zero before so many digits is dialled, not kept: numbers are kept with their country's code. */
const DIALLED_FROM = 7;

const isNumberPart = (word: string): boolean => /^[\d().+\-/]+$/.test(word);

/**
 * What a search of words looks for; every one must be there, in any order. Numbers are found in any writing: spaces, dashes
 * and brackets go, and so do the `+`, `00` or `0` before one that is whole.
 */
export function searchTerms(words: string): string[] {
  const terms: string[] = [];
  let number: string[] = [];
  const endNumber = (): void => {
    const digits = number.join('').replaceAll(/\D/g, '');
    if (digits.length >= NUMBER_FROM) terms.push(withoutDialledZeros(digits));
    else terms.push(...number.map((part) => part.replace(/^\+/, '')).filter(Boolean));
    number = [];
  };
  for (const word of searchFold(words).split(/\s+/).filter(Boolean)) {
    if (isNumberPart(word)) number.push(word);
    else {
      endNumber();
      terms.push(word);
    }
  }
  endNumber();
  return terms.slice(0, TERMS_MOST);
}

function withoutDialledZeros(digits: string): string {
  const kept = digits.replace(/^0{1,2}/, '');
  return kept.length >= DIALLED_FROM ? kept : digits;
}

/** A term as `like` looks for it in what `search_words` made. Trigrams need three letters: a shorter term is the beginning of a word. */
export function termPattern(term: string): string {
  const literal = term.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return Array.from(term).length < 3 ? `% ${literal}%` : `%${literal}%`;
}

/** The same question to a text of the page: whether it has all words, in any order. */
export function hasTerms(text: string, words: string): boolean {
  const folded = searchFold(text);
  return searchTerms(words).every((term) => folded.includes(term));
}

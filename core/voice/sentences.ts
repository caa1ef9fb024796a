/** Pieces of an answer go in as they come; whole sentences come out, as early as they are sure. */
export interface Sentences {
  push(text: string): string[];
  /** What is left when nothing more comes. */
  rest(): string[];
}

/** A dot after these ends nothing. */
const SHORT =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|sr|sra|srta|dra|lic|ing|av|tel|pág|bpk|jl|dll|yth|[a-z])$/i;
/** Long beginnings are cut at a comma, so that the first sound comes early. */
const LONG_BEGINNING = 60;
const LONGEST = 400;

export function openSentences(): Sentences {
  let waiting = '';
  let isFirst = true;

  function take(end: number): string {
    const sentence = waiting.slice(0, end).trim();
    waiting = waiting.slice(end).trimStart();
    if (sentence !== '') isFirst = false;
    return sentence;
  }

  return {
    push(text) {
      waiting += text;
      const whole: string[] = [];
      for (let end = endOf(waiting, isFirst); end > 0; end = endOf(waiting, isFirst)) whole.push(take(end));
      return whole.filter((sentence) => sentence !== '');
    },
    rest() {
      const last = take(waiting.length);
      return last === '' ? [] : [last];
    },
  };
}

/** How long the first sentence is; 0 while it is not sure. */
function endOf(text: string, isFirst: boolean): number {
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if ('。！？；\n'.includes(sign)) return at + 1;
    // Whether a dot ends a sentence is known when what follows it is.
    const closing = '.!?…'.includes(sign) ? /^["'”’)\]]*(?=\s)/.exec(text.slice(at + 1, at + 5)) : null;
    if (closing && !(sign === '.' && SHORT.test(text.slice(0, at)))) return at + 1 + closing[0].length;
    if (isFirst && at >= LONG_BEGINNING && (sign === '，' || (',;:'.includes(sign) && text[at + 1] === ' ')))
      return at + 1;
  }
  if (text.length <= LONGEST) return 0;
  const space = text.lastIndexOf(' ', LONGEST);
  return space > 0 ? space : LONGEST;
}

/** The sentences of a text that is there as a whole. */
export function sentencesOf(text: string): string[] {
  const sentences = openSentences();
  return [...sentences.push(text), ...sentences.rest()];
}

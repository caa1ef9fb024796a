import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** What people say to be polite while somebody else talks. */
const listening: Readonly<Partial<Record<CustomerLanguage, readonly string[]>>> = {
  en: [
    'mhm',
    'mm',
    'mmm',
    'mm hmm',
    'mmhmm',
    'hmm',
    'uh huh',
    'uhhuh',
    'uh',
    'um',
    'ah',
    'aha',
    'oh',
    'ok',
    'okay',
    'yeah',
    'yep',
    'right',
    'i see',
    'got it',
    'sure',
    'alright',
    'all right',
  ],
  es: [
    'mhm',
    'mm',
    'mmm',
    'ajá',
    'aja',
    'ah',
    'eh',
    'oh',
    'ok',
    'okay',
    'ya',
    'sí',
    'si',
    'claro',
    'vale',
    'bueno',
    'bien',
    'de acuerdo',
    'entiendo',
  ],
  zh: [
    '嗯',
    '嗯嗯',
    '哦',
    '噢',
    '喔',
    '啊',
    '呃',
    '好',
    '好的',
    '对',
    '对对',
    '是',
    '是的',
    '行',
    '知道了',
    '明白',
    'ok',
  ],
  id: ['mhm', 'mm', 'mmm', 'hmm', 'heeh', 'he eh', 'oh', 'ah', 'ok', 'oke', 'ya', 'iya', 'baik', 'betul', 'siap'],
};

/** What people say to be let in. */
const stopping: Readonly<Partial<Record<CustomerLanguage, readonly string[]>>> = {
  en: [
    'stop',
    'wait',
    'no',
    'hold on',
    'hang on',
    'one moment',
    'excuse me',
    'pause',
    'cancel',
    'enough',
    'shut up',
    'hello hello',
  ],
  es: [
    'para',
    'pare',
    'parar',
    'alto',
    'espera',
    'espere',
    'no',
    'un momento',
    'basta',
    'detente',
    'disculpe',
    'perdón',
    'cancelar',
    'oiga',
  ],
  zh: ['停', '停一下', '等等', '等一下', '等一等', '不', '不要', '不是', '不对', '别说了', '打住', '先停', '取消'],
  id: [
    'berhenti',
    'stop',
    'tunggu',
    'tidak',
    'jangan',
    'bukan',
    'sebentar',
    'tunggu sebentar',
    'cukup',
    'permisi',
    'batal',
  ],
};

/** Fewer than these may be a cough that sounded like a word. */
const FEWEST_WORDS = 2;
const FEWEST_SIGNS = 3;
/** Shorter than this anything could be what we just said. */
const ECHO_WORDS = 3;

export type Interruption = 'nothing' | 'listening' | 'echo' | 'tooShort' | 'stop' | 'words';

/** What was said, without signs, in small letters. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const isWrittenTogether = (text: string): boolean => /[\u3040-\u30ff\u4e00-\u9fff]/u.test(text);

const known = (table: typeof listening, language: CustomerLanguage): readonly string[] => table[language] ?? table.en!;

/**
 * What words said over ours mean. `stop` and `words` end what is being said, everything else does not. A phrase that is waited for is
 * an answer, however short; our own words coming back are an echo.
 */
export function readInterruption(
  text: string,
  { language, phrases, saying }: { language: CustomerLanguage; phrases: readonly string[]; saying: string },
): Interruption {
  const plain = plainWords(text);
  if (plain === '') return 'nothing';
  if (
    known(stopping, language).some(
      (word) => plain === word || (isWrittenTogether(word) ? plain.startsWith(word) : plain.startsWith(`${word} `)),
    )
  )
    return 'stop';
  const words = plain.split(' ');
  if (words.length >= ECHO_WORDS && ` ${plainWords(saying)} `.includes(` ${plain} `)) return 'echo';
  if (isWrittenTogether(plain) && plain.length > ECHO_WORDS * 2 && plainWords(saying).includes(plain)) return 'echo';
  if (phrases.some((phrase) => plainWords(phrase) === plain)) return 'words';
  if (isOnlyListening(plain, known(listening, language))) return 'listening';
  return (isWrittenTogether(plain) ? plain.replaceAll(' ', '').length >= FEWEST_SIGNS : words.length >= FEWEST_WORDS)
    ? 'words'
    : 'tooShort';
}

/** One of them, or several in a row. */
function isOnlyListening(plain: string, polite: readonly string[]): boolean {
  let left = plain;
  while (left !== '') {
    const word = polite
      .filter((one) => left === one || left.startsWith(`${one} `) || (isWrittenTogether(one) && left.startsWith(one)))
      .toSorted((a, b) => b.length - a.length)[0];
    if (word === undefined) return false;
    left = left.slice(word.length).trim();
  }
  return true;
}

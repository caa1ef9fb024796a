/** How a text travels: 7 bits a letter where the GSM alphabet has them all, else 16. */
export type SmsEncoding = 'gsm7' | 'ucs2';

export interface SmsSize {
  encoding: SmsEncoding;
  /** Parts it is sent, and paid, as. An empty text has none. */
  segments: number;
  /** Room used and room left in the last part, in letters of the encoding. */
  used: number;
  left: number;
}

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these is an escape and a letter: two places. */
const EXTENDED = new Set('\f^{}\\[~]|€');
const ROOM = { gsm7: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const;

export const encodingOf = (text: string): SmsEncoding =>
  [...text].every((letter) => BASIC.has(letter) || EXTENDED.has(letter)) ? 'gsm7' : 'ucs2';

/** Places a letter takes; a letter is a whole code point, so that no pair of surrogates is counted apart. */
const placesOf = (letter: string, encoding: SmsEncoding): number =>
  encoding === 'ucs2' ? letter.length : EXTENDED.has(letter) ? 2 : 1;

/** The parts a text is sent as, in order; joined they are the text. None ends within an escape or a pair of surrogates. */
export function splitSms(text: string): string[] {
  if (text === '') return [];
  const encoding = encodingOf(text);
  const letters = [...text];
  if (letters.reduce((sum, letter) => sum + placesOf(letter, encoding), 0) <= ROOM[encoding].alone) return [text];
  const parts = [''];
  let used = 0;
  for (const letter of letters) {
    const places = placesOf(letter, encoding);
    if (used + places > ROOM[encoding].joined) {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += letter;
    used += places;
  }
  return parts;
}

/** What an editor shows beside the text, and what the bill counts. */
export function sizeOf(text: string): SmsSize {
  const encoding = encodingOf(text);
  const parts = splitSms(text);
  const used = [...(parts.at(-1) ?? '')].reduce((sum, letter) => sum + placesOf(letter, encoding), 0);
  return { encoding, segments: parts.length, used, left: ROOM[encoding][parts.length > 1 ? 'joined' : 'alone'] - used };
}

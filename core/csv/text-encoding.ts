/** How the bytes of a text file are read, by the names the WHATWG gives them. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/**
 * Guesses from the first bytes how a text is written. `isUtf8` says whether they are valid UTF-8, perhaps cut off at the end; null means
 * that this is no text at all.
 */
export function encodingOf(bytes: Uint8Array, isUtf8: boolean): TextEncodingName | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const wide = wideness(bytes);
  if (wide) return wide;
  if (bytes.some(isControl)) return null;
  if (isUtf8) return 'utf-8';
  return looksChinese(bytes) ? 'gb18030' : 'windows-1252';
}

/** What stands in no text: below the space everything but tabs and line ends, and DEL. */
const isControl = (byte: number): boolean =>
  (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) || byte === 0x7f;

/** UTF-16 without a mark: every second byte of its digits, delimiters and line ends is zero. */
function wideness(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  const pairs = bytes.length >> 1;
  for (let at = 0; at < pairs * 2; at += 1) if (bytes[at] === 0) zeros[at & 1]! += 1;
  const [even, odd] = zeros as [number, number];
  if (even + odd < Math.max(2, pairs / 10)) return null;
  // A text has zeros on one side only.
  if (even === 0) return 'utf-16le';
  return odd === 0 ? 'utf-16be' : null;
}

/** Chinese text is pairs of high bytes; accented letters stand alone between plain ones. */
function looksChinese(bytes: Uint8Array): boolean {
  let pairs = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1];
    if (trail === undefined) break;
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1 && trail <= 0xfe) {
      pairs += 1;
      at += 1;
    } else if (
      lead >= 0x81 &&
      lead <= 0xfe &&
      ((trail >= 0x40 && trail <= 0xfe && trail !== 0x7f) || (trail >= 0x30 && trail <= 0x39))
    ) {
      // A rare character of Chinese, or an accented letter before a plain one.
      others += 1;
      at += 1;
    } else others += 2;
  }
  return pairs > others;
}

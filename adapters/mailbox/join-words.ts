const ONE = /=\?([^?\s]{1,40})\?([bq])\?([^?\s]*)\?=/gi;
const RUN = /=\?[^?\s]{1,40}\?[bq]\?[^?\s]*\?=(?:[ \t\r\n]+=\?[^?\s]{1,40}\?[bq]\?[^?\s]*\?=)+/gi;

/**
 * Encoded words of a head that follow one another as one word (RFC 2047). Programs break them between any two bytes, though the
 * rule is between letters: read one by one, the letter in between would be lost.
 */
export function joinedWords(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = endOfHead(bytes);
  const head = bytes.toString('binary', 0, end);
  const joined = head.replace(RUN, (run) => {
    const words: { charset: string; bytes: Buffer[] }[] = [];
    for (const [, charset = '', how = '', coded = ''] of run.matchAll(ONE)) {
      const last = words.at(-1);
      const content = how.toLowerCase() === 'b' ? Buffer.from(coded, 'base64') : unquoted(coded);
      if (last && last.charset.toLowerCase() === charset.toLowerCase()) last.bytes.push(content);
      else words.push({ charset, bytes: [content] });
    }
    return words.map((word) => `=?${word.charset}?B?${Buffer.concat(word.bytes).toString('base64')}?=`).join('\r\n ');
  });
  return joined === head ? raw : Buffer.concat([Buffer.from(joined, 'binary'), bytes.subarray(end)]);
}

function endOfHead(bytes: Buffer): number {
  const found = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')].filter((place) => place !== -1);
  return found.length === 0 ? bytes.length : Math.min(...found);
}

const unquoted = (words: string): Buffer =>
  Buffer.from(
    words
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'binary',
  );

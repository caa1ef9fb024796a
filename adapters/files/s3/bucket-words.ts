/*
 * The few words of XML that a bucket says. What we read of it are codes, ids and keys of our own making: no parser is needed, and
 * nothing of it is shown to anybody.
 */

const spoken: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);/gi, (_, word: string) => {
    if (!word.startsWith('#')) return spoken[word.toLowerCase()]!;
    return String.fromCodePoint(Number(word[1]!.toLowerCase() === 'x' ? `0${word.slice(1)}` : word.slice(1)));
  });

/** What stands in the first element of a name; null where there is none. */
export function wordIn(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml);
  return found ? plain(found[1]!) : null;
}

/** The elements of a name, each with what is in it. */
export const elementsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, inner]) => inner!);

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** What ends an upload in parts. */
export const completionOf = (parts: readonly { number: number; tag: string }[]): string =>
  `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts
    .map(({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
    .join('')}</CompleteMultipartUpload>`;

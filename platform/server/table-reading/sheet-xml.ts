/** The value of an attribute of a tag, as the tag writes it; null when there is none. */
export function attribute(head: string, name: string): string | null {
  for (let at = head.indexOf(name); at >= 0; at = head.indexOf(name, at + 1)) {
    const before = head.charCodeAt(at - 1);
    if (at > 0 && before !== 32 && before !== 10 && before !== 9 && before !== 13) continue;
    const mark = head[at + name.length + 1];
    if (head[at + name.length] !== '=' || (mark !== '"' && mark !== "'")) continue;
    const begin = at + name.length + 2;
    const end = head.indexOf(mark, begin);
    return end < 0 ? null : head.slice(begin, end);
  }
  return null;
}

/** Elements of a small document by their name, whatever their prefix. */
export function elementsOf(xml: string, name: string): { head: string; body: string }[] {
  return [
    ...xml.matchAll(new RegExp(`<(\\w+:)?${name}(?=[\\s>/])([^>]*?)(?:/>|>([\\s\\S]*?)</\\1?${name}>)`, 'g')),
  ].map(([, , head = '', body = '']) => ({ head, body }));
}

/** Everything people read inside a string item: its runs in a row, without readings of its characters. */
export function textOf(xml: string): string {
  const plain = xml.includes('rPh') ? xml.replace(/<(\w+:)?rPh(?=[\s>])[\s\S]*?<\/(\w+:)?rPh>/g, '') : xml;
  let text = '';
  TEXT.lastIndex = 0;
  for (let found = TEXT.exec(plain); found; found = TEXT.exec(plain)) text += found[1];
  return decoded(text);
}
const TEXT = /<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Entities, and what the format writes as `_x000D_`. */
function decoded(text: string): string {
  const plain = text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
        (whole, hex?: string, decimal?: string, name?: string) =>
          name ? (named[name] ?? whole) : letterOf(hex ? Number.parseInt(hex, 16) : Number(decimal)),
      )
    : text;
  return plain.includes('_x')
    ? plain.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain;
}

const letterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

import { entities } from './entities.ts';
import { cleaned } from './mail.ts';

/*
 * HTML of a mail as words. Nothing of it is ever drawn as HTML. Rules:
 * 1. What was written before (`blockquote`) gets the sign of quoting, so that one rule cuts both kinds of mails.
 * 2. What nobody sees (styles, scripts, comments, hidden first lines) is left out.
 * 3. One pass over the text, whatever it is.
 */

const unseen = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg', 'object', 'select']);
const blocks = new Set([
  'address',
  'article',
  'aside',
  'center',
  'div',
  'dl',
  'dd',
  'dt',
  'fieldset',
  'footer',
  'form',
  'header',
  'main',
  'nav',
  'ol',
  'section',
  'table',
  'tr',
  'ul',
  'li',
  'pre',
  'blockquote',
]);
const spaced = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const HTML_MOST = 10_000_000;
const TAG_MOST = 4_000;
const DEPTH_MOST = 20;

/** Nobody reads on; and whatever looks at words afterwards has an end. */
const WORDS_MOST = 300_000;

/** The words of a mail as their writer sees them: the plain part where it says something, else the HTML. */
export function wordsOf(text: string, html: string): string {
  const plain = cleaned(text.slice(0, WORDS_MOST));
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(plain) || html === ''
    ? plain
    : cleaned(textOfHtml(html).slice(0, WORDS_MOST));
}

/** The words of an HTML mail. */
export function textOfHtml(html: string): string {
  const source = html.slice(0, HTML_MOST);
  const page = openPage();
  let hiddenIn = '';
  let hiddenDepth = 0;
  let place = 0;
  // Behind the last one there are no tags: signs there stand for themselves.
  const lastClose = source.lastIndexOf('>');
  while (place < source.length) {
    const open = source.indexOf('<', place);
    const end = open === -1 ? source.length : open;
    if (hiddenIn === '' && end > place) page.words(decoded(source.slice(place, end)));
    if (open === -1) break;
    if (open > lastClose) {
      if (hiddenIn === '') page.words(decoded(source.slice(open)));
      break;
    }
    if (source.startsWith('<!--', open)) {
      const close = source.indexOf('-->', open + 4);
      place = close === -1 ? source.length : close + 3;
      continue;
    }
    const close = source.indexOf('>', open);
    const tag = /^<(\/?)([a-z][a-z0-9:]*)/i.exec(source.slice(open, Math.min(close, open + 40)));
    if (!tag && !/^<[!?]/.test(source.slice(open, open + 2))) {
      // A sign of its own: 3 < 4.
      if (hiddenIn === '') page.words('<');
      place = open + 1;
      continue;
    }
    place = close + 1;
    if (!tag) continue;
    const name = tag[2]!.toLowerCase();
    const isEnd = tag[1] === '/';
    const inside = source.slice(open, Math.min(close + 1, open + TAG_MOST));
    if (hiddenIn !== '') {
      if (name === hiddenIn) hiddenDepth += isEnd ? -1 : inside.endsWith('/>') ? 0 : 1;
      if (hiddenDepth <= 0) hiddenIn = '';
      continue;
    }
    if (
      !isEnd &&
      !inside.endsWith('/>') &&
      (unseen.has(name) ||
        (name !== 'br' &&
          name !== 'img' &&
          name !== 'hr' &&
          /\bstyle\s*=\s*["'][^"']{0,500}\b(display\s*:\s*none|mso-hide\s*:\s*all)/i.test(inside)))
    ) {
      hiddenIn = name;
      hiddenDepth = 1;
      continue;
    }
    page.tag(name, isEnd, inside);
  }
  return page.text();
}

function openPage() {
  const lines: string[] = [];
  /** Pieces of the line being written: growing one text piece by piece would take time by the square. */
  let line: string[] = [];
  let depth = 0;
  let isPre = 0;
  let wantsGap = false;
  let link: { to: string; from: number } | null = null;

  const sign = (): string => '> '.repeat(depth);
  const flush = (): void => {
    const words = isPre > 0 ? line.join('').trimEnd() : line.join('').trim();
    line = [];
    link = null;
    if (words === '') return;
    if (wantsGap && lines.length > 0) lines.push(sign().trimEnd());
    wantsGap = false;
    lines.push(sign() + words);
  };
  const isAtSpace = (): boolean => line.length === 0 || line.at(-1)!.endsWith(' ');
  const write = (words: string): void => {
    if (words !== '') line.push(words);
  };

  return {
    words(words: string): void {
      if (isPre > 0) {
        for (const [place, part] of words.split('\n').entries()) {
          if (place > 0) flush();
          write(part);
        }
        return;
      }
      const together = words.replace(/[\s\u00a0]+/g, ' ');
      write(isAtSpace() ? together.trimStart() : together);
    },
    tag(name: string, isEnd: boolean, inside: string): void {
      if (name === 'br') {
        if (line.every((piece) => piece.trim() === '') && lines.length > 0) wantsGap = true;
        flush();
      } else if (name === 'hr') {
        flush();
        lines.push(`${sign()}${'_'.repeat(20)}`);
      } else if (spaced.has(name)) {
        flush();
        wantsGap = true;
      } else if (name === 'td' || name === 'th') {
        if (!isAtSpace()) write(' ');
      } else if (name === 'img') {
        const alt = attribute(inside, 'alt').trim();
        if (alt.length <= 100) write(alt);
      } else if (name === 'a') {
        if (!isEnd) link = { to: attribute(inside, 'href').trim(), from: line.length };
        else if (link) {
          const shown = line.slice(link.from).join('').trim();
          // The address is told where the words do not tell it.
          if (/^https?:/i.test(link.to) && shown !== '' && !same(shown, link.to) && link.to.length <= 300)
            write(` (${link.to})`);
          link = null;
        }
      } else if (blocks.has(name)) {
        flush();
        if (name === 'pre') isPre = Math.max(0, isPre + (isEnd ? -1 : 1));
        if (name === 'blockquote') {
          depth = Math.max(0, Math.min(DEPTH_MOST, depth + (isEnd ? -1 : 1)));
          wantsGap = isEnd;
        }
        if (name === 'li' && !isEnd) write('- ');
      }
    },
    text(): string {
      flush();
      return lines.join('\n');
    },
  };
}

const same = (shown: string, to: string): boolean => {
  const bare = (address: string): string =>
    address
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, '');
  return bare(shown) === bare(to);
};

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}

const decoded = (words: string): string =>
  words.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z][a-z0-9]{1,30});?/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });

import { textOf } from './sheet-xml.ts';
import { Unreadable } from './unreadable.ts';

/** The strings cells of a workbook share, by their numbers. */
export interface Strings {
  at(index: number): string;
}

const PAGE = 4 * 1024 * 1024;
const BYTES_MOST = 512 * 1024 * 1024;
const ITEM_MOST = 1024 * 1024;
const COUNT_MOST = 10_000_000;

/** Loads the first `most` shared strings, packed as bytes: a million of them take a third of what strings would. */
export async function openStrings(pieces: AsyncIterable<Buffer> | Iterable<Buffer>, most: number): Promise<Strings> {
  const pages: Buffer[] = [];
  let [used, count, total] = [PAGE, 0, 0];
  let places = new Float64Array(1024);
  let lengths = new Uint32Array(1024);

  function keep(text: string): void {
    const length = Buffer.byteLength(text);
    total += length;
    if (total > BYTES_MOST || length > ITEM_MOST || count >= COUNT_MOST) throw new Unreadable('importUnreadable');
    if (used + length > PAGE) {
      pages.push(Buffer.allocUnsafe(PAGE));
      used = 0;
    }
    if (count === places.length) {
      places = grown(places, new Float64Array(count * 2));
      lengths = grown(lengths, new Uint32Array(count * 2));
    }
    pages.at(-1)!.write(text, used);
    places[count] = (pages.length - 1) * PAGE + used;
    lengths[count] = length;
    used += length;
    count += 1;
  }

  const decoder = new TextDecoder('utf-8');
  let rest = '';
  if (most > 0) {
    for await (const piece of pieces) {
      rest += decoder.decode(piece, { stream: true });
      let at = 0;
      for (;;) {
        ITEM.lastIndex = at;
        const found = ITEM.exec(rest);
        if (!found) break;
        keep(found[2] === undefined ? '' : textOf(found[2]));
        at = found.index + found[0].length;
        if (count >= most) break;
      }
      if (count >= most) break;
      rest = rest.slice(at);
      if (rest.length > ITEM_MOST * 2) throw new Unreadable('importUnreadable');
    }
  }

  return {
    at(index) {
      if (!(index >= 0 && index < count)) return '';
      const place = places[index]!;
      const within = place % PAGE;
      return pages[Math.floor(place / PAGE)]!.toString('utf8', within, within + lengths[index]!);
    },
  };
}

const ITEM = /<(\w+:)?si(?=[\s>/])[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g;

function grown<A extends Float64Array | Uint32Array>(from: A, to: A): A {
  to.set(from as never);
  return to;
}

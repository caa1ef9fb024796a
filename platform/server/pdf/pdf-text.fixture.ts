import { inflateSync } from 'node:zlib';

/** The texts of a document in the order they are drawn, read back as a reader would: through the map each font has of its letters. */
export function pdfTexts(file: Buffer): string[] {
  const source = file.toString('latin1');
  const objects = new Map<number, string>();
  for (const [, number, body] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g))
    objects.set(Number(number), body!);
  const reference = (body: string, key: string): number =>
    Number(new RegExp(`/${key} (?:\\[)?(\\d+) 0 R`).exec(body)![1]);
  const streamOf = (number: number): string => {
    const body = objects.get(number)!;
    const begin = body.indexOf('stream\n') + 'stream\n'.length;
    const length = Number(/\/Length (\d+)/.exec(body)![1]);
    return inflateSync(Buffer.from(body.slice(begin, begin + length), 'latin1')).toString('latin1');
  };
  const pages = [...objects.values()].filter((body) => body.includes('/Type /Page '));
  const resources = objects.get(reference(pages[0]!, 'Resources'))!;
  const letters = new Map(
    [...resources.matchAll(/\/([NB]) (\d+) 0 R/g)].map(([, name, number]) => {
      const map = streamOf(reference(objects.get(Number(number))!, 'ToUnicode'));
      const pairs = [...map.matchAll(/<(\w{4})> <(\w+)>/g)].map(([, from, to]) => [from!, ofUtf16(to!)] as const);
      return [name!, new Map(pairs)];
    }),
  );
  return pages.flatMap((page) =>
    [...streamOf(reference(page, 'Contents')).matchAll(/\/([NB]) [\d.]+ Tf [^<]*<(\w+)> Tj/g)].map(([, name, hex]) =>
      hex!
        .match(/.{4}/g)!
        .map((number) => letters.get(name!)!.get(number) ?? '')
        .join(''),
    ),
  );
}

const ofUtf16 = (hex: string): string =>
  String.fromCharCode(...hex.match(/.{4}/g)!.map((unit) => Number.parseInt(unit, 16)));

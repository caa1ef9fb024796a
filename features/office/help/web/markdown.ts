/**
 * The few marks our help pages use. Anything else is plain text, so a page can never bring HTML along:
 *   # title, ## heading · blank line between paragraphs · `- ` and `1. ` lists · **bold** · `code` · [words](/path)
 */
export type Inline = { as: 'text' | 'bold' | 'code'; text: string } | { as: 'link'; text: string; to: string };
export type Block =
  | { as: 'heading'; level: 1 | 2; id: string; text: string }
  | { as: 'paragraph'; content: Inline[] }
  | { as: 'list'; ordered: boolean; items: Inline[][] };

const MARK = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;
/** A page of ours, or a page of the web; never a script. */
const isSafe = (to: string): boolean => /^\/(?!\/)/.test(to) || to.startsWith('https://');

/** The pieces of a line. */
export function inline(line: string): Inline[] {
  const pieces: Inline[] = [];
  let done = 0;
  for (const match of line.matchAll(MARK)) {
    const [whole, bold, code, words, to] = match;
    if (to !== undefined && !isSafe(to)) continue;
    if (match.index > done) pieces.push({ as: 'text', text: line.slice(done, match.index) });
    if (bold !== undefined) pieces.push({ as: 'bold', text: bold });
    else if (code !== undefined) pieces.push({ as: 'code', text: code });
    else pieces.push({ as: 'link', text: words!, to: to! });
    done = match.index + whole.length;
  }
  if (done < line.length) pieces.push({ as: 'text', text: line.slice(done) });
  return pieces;
}

/** The blocks of a page. */
export function parsePage(source: string): Block[] {
  const headings = { count: 0 };
  return source
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}|(?<=^#{1,2} .*)\n/m)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => blockOf(part, headings));
}

function blockOf(part: string, headings: { count: number }): Block {
  const heading = /^(#{1,2}) (.+)$/.exec(part);
  if (heading)
    return {
      as: 'heading',
      level: heading[1]!.length as 1 | 2,
      id: `part-${(headings.count += 1)}`,
      text: heading[2]!,
    };
  const lines = part.split('\n');
  for (const [mark, ordered] of [
    [/^- /, false],
    [/^\d+\. /, true],
  ] as const) {
    if (lines.every((line) => mark.test(line)))
      return { as: 'list', ordered, items: lines.map((line) => inline(line.replace(mark, ''))) };
  }
  return { as: 'paragraph', content: inline(lines.join(' ')) };
}

/** The words of a page without its marks, for searching. */
export const plainText = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.as === 'heading'
        ? block.text
        : (block.as === 'list' ? block.items : [block.content])
            .map((line) => line.map(({ text }) => text).join(''))
            .join(' '),
    )
    .join(' ');

export const titleOf = (blocks: readonly Block[]): string => {
  const first = blocks[0];
  return first?.as === 'heading' ? first.text : '';
};

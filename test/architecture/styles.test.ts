import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withWidths } from '#platform/web/theme/width-names.ts';
import { sourceFiles } from './source-tree.ts';

/** Drawn in the units of a picture that is scaled as a whole, so no size of text. The list only shrinks. */
const sizesOfPictures = [
  'features/flows/flows/web/designer/step-node.css: font-size: 32px',
  'features/voice/self-test/web/lines/history-graph.css: font-size: 7px',
  'features/voice/self-test/web/lines/history-graph.css: font-size: 10.5px',
];

/** Runs as one function without imports on pages that are not ours. */
const WIDGET = 'features/chat/chat-channels/web/widget/widget.ts';
const WIDTHS = 'platform/web/theme/widths.ts';
const TOKENS = 'platform/web/theme/tokens.css';

const sheets = globSync('{apps,features,platform}/**/*.css').map((file) => ({
  file,
  css: readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' ')),
}));

const declarations = sheets
  .filter(({ file }) => file !== TOKENS)
  .flatMap(({ file, css }) =>
    [...css.matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(([, name, value]) => ({ file, name: name!, value: value! })),
  );
const asListed = ({ file, name, value }: (typeof declarations)[number]) => `${file}: ${name}: ${value}`;

test('a style asks for the width of the window by its name', () => {
  const literal = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/@media[^{]*\d(?:px|r?em)[^{]*/g)].map(([query]) => `${file}: ${query.trim()}`),
  );
  expect(literal).toEqual([]);
  for (const { file, css } of sheets) expect(() => withWidths(css), file).not.toThrow();
});

test('code asks for the width of the window by its name', () => {
  const literal = ['apps/web', 'platform/web', ...globSync('features/*/*/web')]
    .flatMap(sourceFiles)
    .filter((file) => /\((?:min-|max-)?width\s*[:<>=]+\s*[\d.]+(?:px|r?em)/.test(readFileSync(file, 'utf8')));
  expect(literal.sort()).toEqual([WIDGET, WIDTHS]);
});

test('text and corners have sizes of tokens.css, but in the pictures listed', () => {
  const literal = declarations.filter(
    ({ name, value }) =>
      // In `font` the size; the height of a line after it may be anything.
      (/^font(?:-size)?$/.test(name) && /\dpx/.test(value.replace(/\/\s*[\d.]+px/, ''))) ||
      (/^border-.*radius$/.test(name) && /\dpx/.test(value)),
  );
  expect(literal.map(asListed).sort()).toEqual(sizesOfPictures.toSorted());
});

test('colours are those of tokens.css; only a shadow may mix its own', () => {
  const literal = declarations.filter(
    ({ name, value }) =>
      name !== 'box-shadow' && /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i.test(value),
  );
  expect(literal.map(asListed)).toEqual([]);
});

test('no style sheet has more than 250 lines', () => {
  const long = sheets.filter(({ css }) => css.split('\n').length - 1 > 250).map(({ file }) => file);
  expect(long).toEqual([]);
});

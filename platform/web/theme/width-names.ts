import type { Plugin } from 'vite';
import { widths } from './widths.ts';

const known: Readonly<Record<string, string>> = widths;

/** Writes the widths where media queries name them. A name there is none of would be a rule that never applies: it is an error. */
export const withWidths = (css: string): string =>
  css.replace(/@media[^{;]*/g, (query) =>
    query.replace(/\(\s*--([\w-]+)\s*\)/g, (_, name: string) => {
      const width = known[name];
      if (!width) throw new Error(`There is no width called --${name}: platform/web/theme/widths.ts has them all.`);
      return width;
    }),
  );

/** Not `enforce: 'pre'`: Vite puts what a style imports into it first, and those files come past no plugin on their own. */
export const widthNames: Plugin = {
  name: 'width-names',
  transform: {
    filter: { id: /\.css(?:$|\?)/, code: /@media[^{;]*\(\s*--/ },
    handler: (css) => ({ code: withWidths(css), map: null }),
  },
};

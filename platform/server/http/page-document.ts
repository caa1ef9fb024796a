import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** As `platform/web/page-files.ts` writes it. */
interface PageFiles {
  shell: string[];
  outside: string[];
  pages: Record<string, string[]>;
}

/** Whether an address is of a page: `/customers/:id` is that of each customer. */
function isAt(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((part, at) => part.startsWith(':') || part === path[at]);
}

/** Which scripts a page has, by what the build wrote down; null where that cannot be read, as while it is written. */
function scriptsIn(list: string): ((path: string) => string[]) | null {
  try {
    const { shell, outside, pages } = JSON.parse(readFileSync(list, 'utf8')) as PageFiles;
    const known = Object.entries(pages).map(([path, files]) => ({ parts: path.split('/'), files }));
    return (path) => {
      if (path === '/login') return outside;
      const parts = path.split('/');
      const page = known.find((one) => isAt(one.parts, parts));
      return page ? [...shell, ...page.files] : [];
    };
  } catch {
    return null;
  }
}

/**
 * The one document of all pages, which names the scripts of the page it is asked for at: the browser fetches them together, and not one
 * after another as each says what it needs. At an address nobody knows it names none, and the page finds them itself.
 *
 * Pages may be built anew under a running server, and the document is written before the list of scripts: it is read again when either of
 * them is another one, and as long as the list cannot be read.
 */
export function documentFor(folder: string): (path: string) => string {
  const [file, list] = [join(folder, 'index.html'), join(folder, 'page-files.json')];
  const writtenMs = (name: string): number | null => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? null;
  let kept = { written: '', text: '', scriptsAt: (_path: string): string[] => [] };
  return (path) => {
    const [pageMs, listMs] = [writtenMs(file), writtenMs(list)];
    const written = `${pageMs} ${listMs}`;
    // Without a document the one before is as good as any.
    if (pageMs !== null && written !== kept.written) {
      const text = readFileSync(file, 'utf8');
      const scriptsAt = listMs === null ? () => [] : scriptsIn(list);
      kept = { written: scriptsAt ? written : '', text, scriptsAt: scriptsAt ?? (() => []) };
    }
    const links = kept.scriptsAt(path).map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
    return kept.text.replace('</head>', () => `${links.join('')}</head>`);
  };
}

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAddressOf } from '#core/shell/address.ts';

/** As `platform/web/page-files.ts` writes it. */
interface PageFiles {
  shell: string[];
  outside: string[];
  pages: Record<string, string[]>;
}

/** Which scripts and styles a page has, by what the build wrote down; null where that cannot be read, as while it is written. */
function filesIn(list: string): ((path: string) => string[]) | null {
  try {
    const { shell, outside, pages } = JSON.parse(readFileSync(list, 'utf8')) as PageFiles;
    const known = Object.entries(pages);
    return (path) => {
      if (path === '/login') return outside;
      const [, files] = known.find(([pattern]) => isAddressOf(pattern, path)) ?? [];
      return files ? [...shell, ...files] : [];
    };
  } catch {
    return null;
  }
}

const relationOf = (name: string): string => (name.endsWith('.css') ? 'stylesheet' : 'modulepreload');

/**
 * The one document of all pages, which names the scripts and styles of the page it is asked for at: the browser fetches them together, and
 * not one after another as each says what it needs. At an address nobody knows it names none, and the page finds them itself.
 *
 * Pages may be built anew under a running server, and the document is written before the list of files: it is read again when either of
 * them is another one, and as long as the list cannot be read.
 */
export function documentFor(folder: string): (path: string) => string {
  const [file, list] = [join(folder, 'index.html'), join(folder, 'page-files.json')];
  const writtenMs = (name: string): number | null => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? null;
  let kept = { written: '', text: '', filesAt: (_path: string): string[] => [] };
  return (path) => {
    const [pageMs, listMs] = [writtenMs(file), writtenMs(list)];
    const written = `${pageMs} ${listMs}`;
    // Without a document the one before is as good as any.
    if (pageMs !== null && written !== kept.written) {
      const text = readFileSync(file, 'utf8');
      const filesAt = listMs === null ? () => [] : filesIn(list);
      kept = { written: filesAt ? written : '', text, filesAt: filesAt ?? (() => []) };
    }
    const links = kept.filesAt(path).map((name) => `<link rel="${relationOf(name)}" crossorigin href="/${name}">`);
    return kept.text.replace('</head>', () => `${links.join('')}</head>`);
  };
}

import { existsSync, readFileSync } from 'node:fs';
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

/**
 * The one document of all pages, which names the scripts of the page it is asked for at: the browser fetches them together, and not one
 * after another as each says what it needs. At an address nobody knows it names none, and the page finds them itself.
 */
export function documentFor(folder: string): (path: string) => string {
  const text = readFileSync(join(folder, 'index.html'), 'utf8');
  const list = join(folder, 'page-files.json');
  if (!existsSync(list)) return () => text;
  const { shell, outside, pages } = JSON.parse(readFileSync(list, 'utf8')) as PageFiles;
  const known = Object.entries(pages).map(([path, files]) => ({ parts: path.split('/'), files }));
  const filesAt = (path: string): string[] => {
    if (path === '/login') return outside;
    const parts = path.split('/');
    const page = known.find((one) => isAt(one.parts, parts));
    return page ? [...shell, ...page.files] : [];
  };
  return (path) => {
    const links = filesAt(path).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    return text.replace('</head>', () => `${links.join('')}</head>`);
  };
}

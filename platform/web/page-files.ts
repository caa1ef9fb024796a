import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, type Plugin } from 'vite';
import { groupId } from './fetch-together.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Where features list their pages. */
const LISTS = 'features/*/*/web/index.ts';
/** What every page of a session begins with. */
const SHELL = [join(ROOT, 'apps/web/shell/index.tsx'), groupId('around')];
const OUTSIDE = join(ROOT, 'features/team/account/web/outside/index.tsx');
const VISITORS = join(ROOT, 'apps/web/visitor-page.tsx');

interface Node {
  type: string;
  [name: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Addresses of pages and the files they are written in, as a list of a feature has them: `path: '/record', page: () => import('./x.tsx')`. */
export function pagesIn(code: string): { path: string; file: string }[] {
  const { program } = parseSync('index.ts', code);
  const found: { path: string; file: string }[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'ObjectExpression') {
      const of = (name: string): Node | undefined =>
        (node['properties'] as Node[]).find((one) => (one['key'] as Node | undefined)?.['name'] === name)?.['value'] as
          | Node
          | undefined;
      const path = of('path')?.['value'];
      const brought = of('page')?.['body'] as Node | undefined;
      const file = brought?.type === 'ImportExpression' ? (brought['source'] as Node)['value'] : undefined;
      if (typeof path === 'string' && typeof file === 'string') found.push({ path, file });
    }
    for (const inner of Object.values(node).flat()) if (isNode(inner)) visit(inner);
  };
  visit(program as unknown as Node);
  return found;
}

/** What `page-files.json` says: scripts and styles that everything inside or outside a session begins with, and what each page has besides. */
export interface PageFiles {
  shell: string[];
  outside: string[];
  pages: Record<string, string[]>;
}

/**
 * Writes down which scripts and styles each page consists of. The server names those of the page that is asked for in the document, so that
 * all of them come at once; in the shell's own code the lists of all pages would be a sixth of it.
 */
export const pageFiles: Plugin = {
  name: 'page-files',
  apply: 'build',
  // When everything is written: files get their last names after `generateBundle`.
  writeBundle({ dir }, bundle) {
    const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])));
    const byModule = new Map(
      [...chunks.values()].flatMap((one) => (one.facadeModuleId ? [[one.facadeModuleId, one.fileName]] : [])),
    );
    const needed = (fileName: string | undefined, found: Set<string>): Set<string> => {
      if (fileName === undefined || found.has(fileName)) return found;
      found.add(fileName);
      const chunk = chunks.get(fileName);
      for (const one of chunk?.imports ?? []) needed(one, found);
      // Behind those of what it imports, which it may write over.
      for (const one of chunk?.viteMetadata?.importedCss ?? []) found.add(one);
      return found;
    };
    const filesOf = (module: string, have: ReadonlySet<string>): string[] => {
      const file = byModule.get(module);
      // Else its page would be found late, and what is said of it below would hold of nothing.
      if (file === undefined) throw new Error(`${module} has no file of its own`);
      return [...needed(file, new Set())].filter((one) => !have.has(one));
    };
    const first = needed(
      [...chunks.values()].find(({ isEntry, name }) => isEntry && name === 'index')?.fileName,
      new Set(),
    );
    const shell = [...new Set(SHELL.flatMap((module) => filesOf(module, first)))];
    const begun = new Set([...first, ...shell]);
    const pageFiles: PageFiles = { shell, outside: filesOf(OUTSIDE, first), pages: {} };
    for (const list of globSync(LISTS, { cwd: ROOT }))
      for (const { path, file } of pagesIn(readFileSync(join(ROOT, list), 'utf8')))
        pageFiles.pages[path] = filesOf(join(ROOT, dirname(list), file), begun);
    // One word that both say brings the shell, kit and router before anybody has signed in.
    const strayed = pageFiles.outside.filter((one) => begun.has(one));
    if (strayed.length > 0)
      throw new Error(`The pages outside would bring ${strayed.join(', ')}: what both need belongs to the group boot`);
    if (filesOf(VISITORS, first).some((one) => chunks.get(one)?.moduleIds.includes(SHELL[0]!)))
      throw new Error('The pages of visitors would bring the shell: what both need belongs to the group pages');
    const folder = dir ?? join(ROOT, 'dist/web');
    const missing = [shell, pageFiles.outside, ...Object.values(pageFiles.pages)]
      .flat()
      .filter((name) => !existsSync(join(folder, name)));
    if (missing.length > 0) throw new Error(`page-files.json would name ${missing.join(', ')}, which were not written`);
    writeFileSync(join(folder, 'page-files.json'), JSON.stringify(pageFiles));
  },
};

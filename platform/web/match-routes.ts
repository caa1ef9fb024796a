import type { ReactNode } from 'react';

/** What is drawn at an address: `/customers/:id`; `*` is every other. Children stand inside their parent, at addresses of their own. */
export interface DrawnRoute {
  path?: string;
  element?: ReactNode;
  /** Whatever its owner wants to find again. */
  handle?: unknown;
  children?: readonly DrawnRoute[];
}

export interface MatchedRoute {
  /** From the outermost to the one that was asked for. */
  routes: readonly DrawnRoute[];
  params: Readonly<Record<string, string>>;
}

interface Way {
  routes: readonly DrawnRoute[];
  names: readonly string[];
  pattern: RegExp;
  weight: number;
}

/** What is written out counts more than what may be anything, and that more than everything else. */
const weightOf = (path: string): number =>
  path
    .split('/')
    .reduce((sum, part) => sum + (part === '*' ? -2 : part.startsWith(':') ? 3 : part === '' ? 1 : 10), 0) +
  path.split('/').length;

function wayOf(routes: readonly DrawnRoute[], path: string): Way {
  const names: string[] = [];
  const written = path
    .replace(/^\/*/, '/')
    .replace(/[\\.+^${}|()[\]]/g, '\\$&')
    .replace(/:([\w-]+)/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
  const pattern = path === '*' ? /^/ : new RegExp(`^${written.replace(/\/+$/, '')}/*$`, 'i');
  return { routes, names, pattern, weight: weightOf(path) };
}

const waysIn = (routes: readonly DrawnRoute[], around: readonly DrawnRoute[]): Way[] =>
  routes.flatMap((route) => {
    const inside = [...around, route];
    const own = route.path === undefined ? [] : [wayOf(inside, route.path)];
    return route.children ? [...waysIn(route.children, inside), ...own] : own;
  });

const known = new WeakMap<readonly DrawnRoute[], Way[]>();

/** The heaviest first; of equal ones the first. */
function waysOf(routes: readonly DrawnRoute[]): Way[] {
  let ways = known.get(routes);
  if (!ways) known.set(routes, (ways = waysIn(routes, []).toSorted((a, b) => b.weight - a.weight)));
  return ways;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The routes an address leads through; null where it leads nowhere. Capitals and a last slash do not matter. */
export function matchRoutes(routes: readonly DrawnRoute[], pathname: string): MatchedRoute | null {
  for (const { routes: found, names, pattern } of waysOf(routes)) {
    const match = pattern.exec(pathname);
    if (match)
      return { routes: found, params: Object.fromEntries(names.map((name, at) => [name, decoded(match[at + 1]!)])) };
  }
  return null;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes as libraryMatch, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { matchRoutes, type DrawnRoute } from './match-routes.ts';
import { pagesIn } from './page-files.ts';

const root = join(import.meta.dirname, '../..');
const paths = globSync('features/*/*/web/index.ts', { cwd: root })
  .flatMap((file) => pagesIn(readFileSync(join(root, file), 'utf8')))
  .map(({ path }) => path);
const routes: DrawnRoute[] = [{ children: [{ path: '/' }, ...paths.map((path) => ({ path })), { path: '*' }] }];

const ours = (pathname: string) => {
  const found = matchRoutes(routes, pathname);
  return found && { path: found.routes.at(-1)!.path, params: found.params };
};
const theirs = (pathname: string) => {
  const { route, params } = libraryMatch(routes as RouteObject[], pathname)!.at(-1)!;
  const { '*': _rest, ...named } = params;
  return { path: route.path, params: named };
};

test('every address of the product leads where a router that many use leads it', () => {
  expect(paths.length).toBeGreaterThan(80);
  const addresses = paths.flatMap((path) => {
    const one = path.replace(/:\w+/g, '17');
    return [
      one,
      `${one}/`,
      one.toUpperCase(),
      `${one}/more`,
      `${one}x`,
      path.replace(/:\w+/g, 'new'),
      path.replace(/:\w+/g, 'a%20b'),
    ];
  });
  for (const address of ['/', '/nowhere', ...addresses])
    expect({ address, ...ours(address) }).toEqual({ address, ...theirs(address) });
});

test('what an address says is read as it was meant, and what cannot be is left as it is', () => {
  const one = [{ path: '/help/:slug' }];
  expect(matchRoutes(one, '/help/a%2Fb')!.params).toEqual({ slug: 'a/b' });
  expect(matchRoutes(one, '/help/100%')!.params).toEqual({ slug: '100%' });
  expect(matchRoutes(one, '/help')).toBeNull();
});

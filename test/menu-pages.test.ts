import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DASHBOARD_KEY, menuFor, SCRIPTS_KEY, type MenuEntry, type MenuFacts } from '#core/menu/menu.ts';
import { testServer } from './test-server.ts';

const server = await testServer();
afterAll(server.close);
const entries = server.world.catalogue.menu;

/** What a page asks of whoever opens it. Read from the sources: pages cannot be loaded where the server is. */
interface Page {
  access: string;
  hasCondition: boolean;
}
const root = join(import.meta.dirname, '..');
const pages = new Map<string, Page>(
  globSync('features/*/*/web/index.ts', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const valueOf = (name: string) =>
      name === 'SCRIPTS_KEY' ? SCRIPTS_KEY : (new RegExp(`const ${name} = '([^']+)'`).exec(source)?.[1] ?? name);
    return [...source.matchAll(/\bpath: (?:'([^']+)'|(\w+)),([^]*?)page: \(\) =>[^}]*/g)].map(
      ([whole, path, name, rest]): [string, Page] => [
        path ?? valueOf(name!),
        { access: /access: '([^']+)'/.exec(rest!)?.[1] ?? 'signedIn', hasCondition: /\bwhen:/.test(whole) },
      ],
    );
  }),
);

interface Reader {
  functions: ReadonlySet<string>;
  voiceSeat: boolean;
  textSeat: boolean;
}

/** Everybody who gets by with as little as an entry asks for, and some who hold just something else. */
const readers: Reader[] = entries.flatMap(({ access, seat, seatOr }) => {
  const reader = (keys: readonly string[], held: 'voice' | 'text' | null): Reader => ({
    functions: new Set(keys.filter((key) => key.includes('.'))),
    voiceSeat: held === 'voice',
    textSeat: held === 'text',
  });
  return [
    reader([access], seat ?? null),
    reader([], seat ?? null),
    ...(seatOr ? [reader([access, seatOr], null), reader([seatOr], null)] : []),
  ];
});

const shownTo = (reader: Reader, facts: Partial<MenuFacts>): Set<string> =>
  new Set(
    menuFor(entries, {
      systemId: 5,
      isOwner: false,
      aiFlowsEnabled: true,
      accountMode: 'standard',
      tenantKind: 'standard',
      agentStatusEnable: null,
      ...reader,
      ...facts,
    }).flatMap(({ key, child }) => (child.length ? child.map((one) => one.key) : [key])),
  );

describe('[SHELL-07] [SHELL-29] whoever sees an entry of the menu may open its page', () => {
  test.each(entries.map((entry): [string, MenuEntry] => [entry.key, entry]))('%s', (key, { system }) => {
    const page = pages.get(key);
    expect(page, 'there is a page at this address').toBeDefined();
    const seen = readers.flatMap((reader) =>
      ['standard', 'analytics']
        .filter((tenantKind) => shownTo(reader, { systemId: system, tenantKind }).has(key))
        .map(() => reader),
    );
    expect(seen.length, 'somebody sees it').toBeGreaterThan(0);
    const { access, hasCondition } = page!;
    expect(hasCondition, 'what a page asks for beyond its key, its entry does not know').toBe(false);
    for (const { functions } of seen)
      expect(access === 'signedIn' || functions.has(access), `holding ${[...functions].join() || 'nothing'}`).toBe(
        true,
      );
  });

  test('the dashboard of a tenant of the analytics kind is among them', () => {
    const leader = { functions: new Set(['dashboard.view']), voiceSeat: false, textSeat: false };
    expect(shownTo(leader, { tenantKind: 'analytics' })).toContain(DASHBOARD_KEY);
    expect(shownTo({ ...leader, functions: new Set() }, { tenantKind: 'analytics' })).not.toContain(DASHBOARD_KEY);
  });
});

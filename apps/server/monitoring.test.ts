import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);

/** Names of our own and of the process, as they stand in a rule or a panel. */
const namesIn = (text: string): string[] => [...new Set(text.match(/\b(?:openseat|nodejs|process)_[a-z0-9_]+/g) ?? [])];

async function offered(): Promise<Set<string>> {
  const text = await server.world.metrics.registry.metrics();
  return new Set([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, kind]) => written(name!, kind!)));
}

const written = (name: string, kind: string): string[] =>
  kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`) : [name];

/** The exchange tells its own counts; a test has none of it. */
const ofTheExchange = (name: string): boolean => name.startsWith('openseat_exchange_');

test.each(['deploy/monitoring/alerts.yml', 'deploy/monitoring/grafana-openseat.json'])(
  'every figure %s asks for is one the server tells',
  async (file) => {
    const known = await offered();
    const asked = namesIn(readFileSync(file, 'utf8')).filter((name) => !ofTheExchange(name));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  },
);

test('what the panels ask of the exchange is among what it counts', () => {
  const source = readFileSync('platform/server/metrics.ts', 'utf8');
  const asked = namesIn(readFileSync('deploy/monitoring/grafana-openseat.json', 'utf8')).filter(ofTheExchange);
  for (const name of asked) expect(source).toContain(`${name.slice('openseat_exchange_'.length)}: () =>`);
});

test('the image is asked whether it is alive: one that drains is not ready, and must not be killed for it', () => {
  const [asked] = /^HEALTHCHECK .*$/m.exec(readFileSync('deploy/image/Containerfile', 'utf8')) ?? [];
  expect(asked).toContain('/api/health');
  expect(asked).not.toContain('/api/ready');
});

test('each rule says what it is about, and for whom', () => {
  const rules = readFileSync('deploy/monitoring/alerts.yml', 'utf8').split('- alert: ').slice(1);
  expect(rules.length).toBeGreaterThan(8);
  for (const rule of rules) {
    expect(rule).toMatch(/\n {8}expr: \S/);
    expect(rule).toMatch(/severity: (page|warn)/);
    expect(rule).toMatch(/summary: \S/);
  }
});

import { describe, expect, test } from 'vitest';
import {
  inSrvOrder,
  rememberNothings,
  resolveServer,
  type NameResolver,
  type NaptrRecord,
  type SrvRecord,
} from './resolve.ts';

function zone(records: {
  naptr?: Record<string, NaptrRecord[]>;
  srv?: Record<string, SrvRecord[]>;
  a?: Record<string, string[]>;
}): NameResolver {
  return {
    naptr: async (name) => records.naptr?.[name] ?? [],
    srv: async (name) => records.srv?.[name] ?? [],
    addresses: async (name) => records.a?.[name] ?? [],
  };
}
const srv = (name: string, port: number, priority = 1, weight = 0): SrvRecord => ({ name, port, priority, weight });
const naptr = (order: number, service: string, replacement: string): NaptrRecord => ({
  order,
  preference: 0,
  service,
  replacement,
});
const able = ['udp', 'tcp', 'tls'] as const;
const first = (
  names: NameResolver,
  server: Parameters<typeof resolveServer>[0],
  ables: readonly ('udp' | 'tcp' | 'tls')[] = able,
) =>
  resolveServer(server, names, { able: ables, chance: () => 0 }).then((hops) =>
    hops.map(({ transport, address, port }) => `${transport} ${address} ${port}`),
  );

describe('where a server is', () => {
  const a = { 'c.example': ['192.0.2.1'], 's1.example': ['192.0.2.2'], 's2.example': ['192.0.2.3', '192.0.2.4'] };
  const records = {
    '_sip._udp.c.example': [srv('s1.example', 5_080)],
    '_sips._tcp.c.example': [srv('s2.example', 5_071)],
  };

  test.each([
    ['an address', {}, { host: '192.0.2.9' }, ['udp 192.0.2.9 5060']],
    ['an address and how', {}, { host: '192.0.2.9', transport: 'tls' }, ['tls 192.0.2.9 5061']],
    ['IPv6', {}, { host: '[2001:db8::1]', port: 5_070 }, ['udp 2001:db8::1 5070']],
    ['a name with a port', { a, srv: records }, { host: 'c.example', port: 5_070 }, ['udp 192.0.2.1 5070']],
    ['a name alone', { a }, { host: 'c.example' }, ['udp 192.0.2.1 5060']],
    ['a name by TLS', { a }, { host: 'c.example', transport: 'tls' }, ['tls 192.0.2.1 5061']],
    [
      'records for UDP and TLS',
      { a, srv: records },
      { host: 'c.example' },
      ['udp 192.0.2.2 5080', 'tls 192.0.2.3 5071', 'tls 192.0.2.4 5071'],
    ],
    [
      'records, TLS wanted',
      { a, srv: records },
      { host: 'c.example', transport: 'tls' },
      ['tls 192.0.2.3 5071', 'tls 192.0.2.4 5071'],
    ],
    [
      'what the domain prefers',
      {
        a,
        srv: records,
        naptr: {
          'c.example': [naptr(20, 'SIP+D2U', '_sip._udp.c.example'), naptr(10, 'SIPS+D2T', '_sips._tcp.c.example')],
        },
      },
      { host: 'c.example' },
      ['tls 192.0.2.3 5071', 'tls 192.0.2.4 5071', 'udp 192.0.2.2 5080'],
    ],
    [
      'a domain for others',
      { a, naptr: { 'c.example': [naptr(1, 'E2U+email', 'x')] } },
      { host: 'c.example' },
      ['udp 192.0.2.1 5060'],
    ],
    ['no such name', { a }, { host: 'd.example' }, []],
  ] as const)('%s', async (_name, known, server, hops) => {
    expect(await first(zone(known as Parameters<typeof zone>[0]), server)).toEqual(hops);
  });

  test('ways we do not have are passed over', async () => {
    const names = zone({
      a,
      srv: records,
      naptr: {
        'c.example': [naptr(10, 'SIPS+D2T', '_sips._tcp.c.example'), naptr(20, 'SIP+D2U', '_sip._udp.c.example')],
      },
    });
    expect(await first(names, { host: 'c.example' }, ['udp'])).toEqual(['udp 192.0.2.2 5080']);
  });

  test('a domain with hundreds of servers does not keep a call busy', async () => {
    const many = Array.from({ length: 300 }, (_, at) => srv(`192.0.2.${at % 250}`, 5_060));
    expect(
      await first(zone({ srv: { '_sip._udp.c.example': many } }), { host: 'c.example', transport: 'udp' }),
    ).toHaveLength(8);
  });
});

test('servers come by priority, and by weight within one', () => {
  const records = [srv('c', 1, 2), srv('a', 1, 1, 10), srv('b', 1, 1, 30)];
  const names = (chance: number) => inSrvOrder(records, () => chance).map(({ name }) => name);
  expect(names(0)).toEqual(['a', 'b', 'c']);
  expect(names(0.5)).toEqual(['b', 'a', 'c']);
  expect(names(0.999)).toEqual(['b', 'a', 'c']);
  expect(inSrvOrder([srv('.', 0)], () => 0)).toEqual([]);
});

describe('names that lead nowhere', () => {
  test('are not asked for again for a moment, and then are', async () => {
    const asked: string[] = [];
    let nowMs = 0;
    const a: Record<string, string[]> = { 'c.example': ['192.0.2.1'] };
    const names = rememberNothings(
      { ...zone({}), addresses: async (name) => (asked.push(name), a[name] ?? []) },
      () => nowMs,
    );
    const ask = async (name: string) => names.addresses(name);
    expect([await ask('gone.example'), await ask('gone.example'), await ask('c.example')]).toEqual([
      [],
      [],
      ['192.0.2.1'],
    ]);
    expect(asked).toEqual(['gone.example', 'c.example']);
    a['gone.example'] = ['192.0.2.2'];
    nowMs += 9_999;
    expect(await ask('gone.example')).toEqual([]);
    nowMs += 1;
    expect(await ask('gone.example')).toEqual(['192.0.2.2']);
    expect(asked).toHaveLength(3);
  });

  test('are asked for once by all who want to know, whatever is asked of them', async () => {
    let asked = 0;
    const names = rememberNothings(
      { ...zone({}), srv: async () => (asked++, []), addresses: async () => (asked++, []) },
      () => 0,
    );
    await Promise.all([names.srv('x.example'), names.srv('x.example'), names.addresses('x.example')]);
    expect(asked).toBe(2);
  });

  test('are forgotten, the oldest first, when somebody makes up many', async () => {
    const asked: string[] = [];
    const names = rememberNothings({ ...zone({}), addresses: async (name) => (asked.push(name), []) }, () => 0);
    for (let at = 0; at <= 1_000; at++) await names.addresses(`${at}.example`);
    await names.addresses('1000.example');
    await names.addresses('0.example');
    expect(asked.slice(-2)).toEqual(['1000.example', '0.example']);
  });
});

import { expect, test } from 'vitest';
import { networksIn } from './network.ts';

test('[SEC-02] networks are read from what people paste, each once', () => {
  expect(networksIn(' 10.1.0.0/16, 192.0.2.7\n2001:DB8::/32;10.1.0.0/16 ')).toEqual({
    networks: ['10.1.0.0/16', '192.0.2.7', '2001:db8::/32'],
    unknown: [],
  });
  expect(networksIn('')).toEqual({ networks: [], unknown: [] });
});

test.each(['10.0.0.0/33', '10.0.0/8', '2001:db8::/129', 'office', '10.0.0.1-10.0.0.9', 'fe80::1%eth0', '300.1.1.1'])(
  '[SEC-02] %s is no network, and is named',
  (word) => expect(networksIn(`192.0.2.7 ${word}`)).toEqual({ networks: ['192.0.2.7'], unknown: [word] }),
);

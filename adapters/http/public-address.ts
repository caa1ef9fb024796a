import { BlockList, isIPv4 } from 'node:net';

/** Nets that are not the Internet (IANA's special-purpose registries): this machine, its neighbours, the cloud's metadata, examples, groups. */
const innerV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Within 2000::/3, which is all of IPv6 that is given out: nets that stand for something else, or carry an IPv4 address inside. */
const innerV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const inner = blockList([...innerV4, ...innerV6]);
const givenOut = blockList(['2000::/3']);

/** Whether an address as the resolver gives it belongs to the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inner.check(address, 'ipv4');
  return givenOut.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}

function blockList(nets: string[]): BlockList {
  const list = new BlockList();
  for (const net of nets) {
    const [address, bits] = net.split('/') as [string, string];
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** What limits and bans count: an IPv4 address, or the half of an IPv6 address its owner cannot choose. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!address.includes(':')) return address;
  const [left = '', right = ''] = address.split('::');
  const groups = left.split(':').filter(Boolean);
  const behind = address.includes('::') ? right.split(':').filter(Boolean) : [];
  while (groups.length < 8 - behind.length) groups.push('0');
  return `${[...groups, ...behind].slice(0, 4).join(':')}::`;
}

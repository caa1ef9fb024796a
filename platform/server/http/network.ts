import { isIPv6 } from 'node:net';

/**
 * Whom an address is counted as. Every home and every rented machine has the lower half of an IPv6 address to choose
 * from as it likes, so the upper half is what tells callers apart.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = (text: string): string[] =>
    text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? [group, group] : [group]));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const whole = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

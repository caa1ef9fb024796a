import { z } from 'zod';

/** A network, or one machine: `10.1.0.0/16`, `2001:db8::/32`, `192.0.2.7`. */
export const Network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

/** More nobody keeps in order by hand. */
export const NETWORKS_MOST = 100;

/** The networks somebody may come from; none: from anywhere. */
export const Networks = z.array(Network).max(NETWORKS_MOST);

/** What somebody typed or pasted, apart by spaces, commas or lines: each network once, and what is none. */
export function networksIn(text: string): { networks: string[]; unknown: string[] } {
  const words = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  const isNetwork = (word: string): boolean => Network.safeParse(word).success;
  return { networks: words.filter(isNetwork), unknown: words.filter((word) => !isNetwork(word)) };
}

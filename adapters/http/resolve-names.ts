import { lookup, Resolver } from 'node:dns/promises';
import type { TextRecords } from '#core/http/text-records.port.ts';

export type ResolveName = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** The system resolves names on the few threads that files and passwords need as well: some are left to those. */
const SYSTEM_AT_ONCE = 2;

/**
 * Addresses of names on the Internet, by DNS alone and without threads: a name server that never answers holds up nobody
 * else. The hosts file and search domains are not read: they name machines of this network, which callers from outside
 * may not reach anyway.
 */
export function openNamesOutside(
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES }),
): ResolveName {
  return async (name) => {
    // Never asked of a server (RFC 6761).
    if (/(^|\.)localhost\.?$/i.test(name)) return ['127.0.0.1', '::1'];
    const found = await Promise.all(
      [resolver.resolve4(name), resolver.resolve6(name)].map((asked) => asked.catch(() => [])),
    );
    return found.flat();
  };
}

/** TXT records, each in one piece. */
export const openTextRecords =
  (resolver: Pick<Resolver, 'resolveTxt'> = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })): TextRecords =>
  async (name) =>
    resolver.resolveTxt(name).then(
      (records) => records.map((parts) => parts.join('')),
      () => [],
    );

/** Addresses as this system knows them, with its hosts file and search domains; a few at once, the others in their turn. */
export function openNamesHere(
  ask: ResolveName = (name) => lookup(name, { all: true }).then((all) => all.map(({ address }) => address)),
  atOnce = SYSTEM_AT_ONCE,
): ResolveName {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (name) => {
    if (busy < atOnce) busy += 1;
    else await new Promise<void>((go) => void waiting.push(go));
    try {
      return await ask(name).catch(() => []);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

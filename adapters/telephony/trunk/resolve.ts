import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { NamedServer, SipTransport } from '#core/trunk/trunk-settings.ts';
import { defaultPort, type SipHop } from '../sip-wires/sip-hop.ts';

/** What is asked of names; each answers with nothing where there is nothing. */
export interface NameResolver {
  naptr(name: string): Promise<readonly NaptrRecord[]>;
  srv(name: string): Promise<readonly SrvRecord[]>;
  addresses(name: string): Promise<readonly string[]>;
}

export interface NaptrRecord {
  order: number;
  preference: number;
  service: string;
  replacement: string;
}

export interface SrvRecord {
  priority: number;
  weight: number;
  port: number;
  name: string;
}

const SERVICES = new Map<string, SipTransport>([
  ['SIP+D2U', 'udp'],
  ['SIP+D2T', 'tcp'],
  ['SIPS+D2T', 'tls'],
]);
const SRV_NAMES: Readonly<Record<SipTransport, string>> = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' };
/** More addresses than this are not tried for one call. */
const MOST_HOPS = 8;

/** All places a server may be reached at (RFC 3263), in the order to try them; none when its name leads nowhere. */
export async function resolveServer(
  { host, port, transport }: NamedServer,
  names: NameResolver,
  { able, chance }: { able: readonly SipTransport[]; chance(): number },
): Promise<SipHop[]> {
  const literal = host.replace(/^\[|\]$/g, '');
  const hop = (by: SipTransport, address: string, at: number | undefined): SipHop => ({
    transport: by,
    address,
    port: at ?? defaultPort(by),
    host,
  });
  const byName = async (by: SipTransport): Promise<SipHop[]> =>
    (await names.addresses(host)).map((address) => hop(by, address, port));
  const usual = transport ?? able[0] ?? 'udp';
  if (isIP(literal)) return [hop(usual, literal, port)];
  if (port !== undefined) return (await byName(usual)).slice(0, MOST_HOPS);
  const chosen = transport
    ? [{ by: transport, name: `${SRV_NAMES[transport]}.${host}` }]
    : await services(host, names, able);
  const found: SipHop[] = [];
  for (const { by, name } of chosen)
    for (const server of inSrvOrder(await names.srv(name), chance))
      for (const address of isIP(server.name) ? [server.name] : await names.addresses(server.name))
        if (found.length < MOST_HOPS) found.push(hop(by, address, server.port));
  return found.length > 0 ? found : (await byName(usual)).slice(0, MOST_HOPS);
}

/** By which transports a domain is served, best first: as its NAPTR records say, else every one we have. */
async function services(
  host: string,
  names: NameResolver,
  able: readonly SipTransport[],
): Promise<{ by: SipTransport; name: string }[]> {
  const records = (await names.naptr(host))
    .toSorted((a, b) => a.order - b.order || a.preference - b.preference)
    .flatMap(({ service, replacement }) => {
      const by = SERVICES.get(service.toUpperCase());
      return by && able.includes(by) && replacement ? [{ by, name: replacement }] : [];
    });
  return records.length > 0 ? records : able.map((by) => ({ by, name: `${SRV_NAMES[by]}.${host}` }));
}

/** RFC 2782: by priority; within one by weighted chance. */
export function inSrvOrder(records: readonly SrvRecord[], chance: () => number): SrvRecord[] {
  const left = records.filter(({ name }) => name !== '' && name !== '.').toSorted((a, b) => a.priority - b.priority);
  const ordered: SrvRecord[] = [];
  while (left.length > 0) {
    const equals = left.filter(({ priority }) => priority === left[0]!.priority);
    let drawn = chance() * equals.reduce((sum, { weight }) => sum + weight + 1, 0);
    const next = equals.find(({ weight }) => (drawn -= weight + 1) < 0) ?? equals[0]!;
    ordered.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return ordered;
}

/** So long nobody is asked again for a name that led nowhere. */
const NOTHING_LASTS_MS = 10_000;
const MOST_NOTHINGS = 1_000;

/** Names that lead nowhere are remembered for a moment: each question takes one of the few threads that files are read with, too. */
export function rememberNothings(names: NameResolver, nowMs: () => number): NameResolver {
  const nothings = new Map<string, number>();
  const asked = new Map<string, Promise<readonly unknown[]>>();
  const remember = (key: string): void => {
    nothings.delete(key);
    nothings.set(key, nowMs());
    if (nothings.size > MOST_NOTHINGS) nothings.delete(nothings.keys().next().value!);
  };
  const once = <Found>(key: string, ask: () => Promise<readonly Found[]>): Promise<readonly Found[]> => {
    const sinceMs = nothings.get(key);
    if (sinceMs !== undefined && nowMs() - sinceMs < NOTHING_LASTS_MS) return Promise.resolve([]);
    const running = asked.get(key);
    if (running) return running as Promise<readonly Found[]>;
    const answer = ask()
      .then((found) => {
        if (found.length === 0) remember(key);
        else nothings.delete(key);
        return found;
      })
      .finally(() => asked.delete(key));
    asked.set(key, answer);
    return answer;
  };
  return {
    naptr: (name) => once(`naptr ${name}`, () => names.naptr(name)),
    srv: (name) => once(`srv ${name}`, () => names.srv(name)),
    addresses: (name) => once(`addresses ${name}`, () => names.addresses(name)),
  };
}

const DNS_TIMEOUT_MS = 2_000;

/** Names as this machine's own name servers know them. */
export function openNameResolver({ ipv6 = false } = {}): NameResolver {
  const dns = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const orNothing = <Found>(asked: Promise<Found[]>): Promise<Found[]> => asked.catch(() => []);
  return {
    naptr: (name) => orNothing(dns.resolveNaptr(name)),
    srv: (name) => orNothing(dns.resolveSrv(name)),
    // The machine's own list of hosts counts too.
    addresses: (name) =>
      orNothing(lookup(name, { all: true, family: ipv6 ? 6 : 4 })).then((found) => found.map(({ address }) => address)),
  };
}

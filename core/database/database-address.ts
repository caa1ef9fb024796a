/*
 * Addresses of a database, as libpq writes them: one host or several, `postgres://user:password@h1:5432,h2:5433/name?…`, or
 * `?host=h1,h2&port=5432,5433`. Everything but host and port is the same for all of them.
 */

export interface DatabaseHost {
  /** As people and monitors read it: no password. */
  name: string;
  host: string;
  port: number;
  /** Of this host alone. */
  url: string;
}

export interface DatabaseAddress {
  /** In the order they were named; never empty. */
  hosts: [DatabaseHost, ...DatabaseHost[]];
  /** Which of them are wanted; null where nothing was said. */
  sessionAttrs: string | null;
}

const PORT = 5_432;
const ADDRESS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const HOST = /^(\[[^\]]+\]|[^:[\]]*)(?::(\d{1,5}))?$/;

/** Null for what is no such address. */
export function readAddress(url: string): DatabaseAddress | null {
  const [, scheme, account, authority = '', path = '', query = ''] = ADDRESS.exec(url) ?? [];
  if (!scheme) return null;
  // At the first sign alone: what is wished may hold others (`options=-c geqo=off`).
  const wishes =
    query === '' ? [] : query.split('&').map((pair) => pair.split(/=(.*)/s, 2) as [string, string | undefined]);
  const wished = (name: string): string | null => {
    const found = wishes.find(([key]) => key === name)?.[1];
    return found === undefined ? null : decodeURIComponent(found);
  };
  const sessionAttrs = wished('target_session_attrs');
  const named = placesIn(authority, wished('host'), wished('port'));
  if (!named) return null;
  const rest = wishes
    .filter(([key]) => !['host', 'port', 'target_session_attrs'].includes(key))
    .map((pair) => pair.join('='));
  const hosts = named.map(({ host, port }): DatabaseHost => {
    // A folder of sockets cannot stand where a host does.
    const isFolder = host.startsWith('/');
    const asked = isFolder ? [`host=${encodeURIComponent(host)}`, ...rest] : rest;
    const at = `${isFolder ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
    return {
      name: isFolder ? `${host}:${port}` : at,
      host,
      port,
      url: `${scheme}${account === undefined ? '' : `${account}@`}${at}${path}${asked.length === 0 ? '' : `?${asked.join('&')}`}`,
    };
  });
  return { hosts: hosts as DatabaseAddress['hosts'], sessionAttrs };
}

interface Place {
  host: string;
  port: number;
}

/** What the query names counts more than what stands where a host does, and one port counts for every host. */
function placesIn(authority: string, hostWish: string | null, portWish: string | null): Place[] | null {
  const written = authority.split(',').map((one) => HOST.exec(one));
  if (written.some((one) => one === null)) return null;
  const hosts = hostWish?.split(',') ?? written.map((one) => one![1]!.replace(/^\[(.*)\]$/, '$1'));
  const ports = portWish?.split(',') ?? written.map((one) => one![2] ?? '');
  if (ports.length !== 1 && ports.length !== hosts.length) return null;
  const places = hosts.map((host, at) => ({
    host: host || 'localhost',
    port: Number((ports.length === 1 ? ports[0] : ports[at]) || PORT),
  }));
  return places.every(({ port }) => Number.isInteger(port) && port > 0 && port < 65_536) ? places : null;
}

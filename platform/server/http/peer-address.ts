import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Who is at the other end of a bare request, past the proxies we believe. Whoever counts them counts by `networkOf`. */
export function peerAddress(trustProxy: false | number | string): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const believes =
    typeof trustProxy === 'number'
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddress.compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => proxyAddress(request, believes);
}

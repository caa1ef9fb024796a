import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { networkOf } from './network.ts';

/** Who is at the other end of a bare request: past the proxies we believe, counted as `networkOf` counts. */
export function peerAddress(trustProxy: false | number | string): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => networkOf(socket.remoteAddress ?? '');
  const believes =
    typeof trustProxy === 'number'
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddress.compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => networkOf(proxyAddress(request, believes));
}

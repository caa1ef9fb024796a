import { networkInterfaces } from 'node:os';

export const LOOPBACK = '127.0.0.1';

/** What this machine is known by beyond itself, where it is: who looks for ways to a phone leaves the loopback out. */
export const outwardAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? LOOPBACK;

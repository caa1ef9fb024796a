/** Whether a host in an address of SIP means this exchange: its domain, or what phones may have been told instead. */
export type IsOurHost = (host: string) => boolean;

export function ourHosts(domain: string, aliases: readonly string[] = []): IsOurHost {
  const hosts = new Set([domain, ...aliases].map((host) => host.toLowerCase()));
  return (host) => hosts.has(host.toLowerCase());
}

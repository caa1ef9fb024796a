/** An address by which somebody asked us, and the address of this machine that the question came to. */
export interface AskedAt {
  /** `https://host:port`, as the caller says; anybody can say anything. */
  site?: string | undefined;
  arrivedAt?: string | undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
const SITE = /^https?:\/\/(\[[^\]\s]+\]|[^:/\s]+)(:\d+)?$/;
const bare = (address: string): string => address.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '');

/**
 * The address of this installation for what leaves it for many: a script that sites include, and caches keep. It is the one that
 * was set. Where none was, a caller is believed who names this machine itself; whoever names another would have
 * its visitors sent there.
 */
export function believedSite(
  { publicUrl, isGuessed }: { publicUrl: string; isGuessed: boolean },
  { site, arrivedAt }: AskedAt,
): string {
  const host = SITE.exec(site ?? '')?.[1];
  if (!isGuessed || !site || host === undefined) return publicUrl;
  const name = bare(host);
  return LOOPBACK.test(name) || (arrivedAt !== undefined && name === bare(arrivedAt)) ? site : publicUrl;
}

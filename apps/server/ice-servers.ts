import { createHmac } from 'node:crypto';
import type { IceServer } from '#core/telephony/exchange-facts.ts';

const DAY_SEC = 86_400;

export interface IceSettings {
  stunUrls: readonly string[];
  turnUrls: readonly string[];
  turnSecret: string | null;
}

/**
 * STUN and TURN for one browser. TURN servers that share our secret accept `<when it ends>:<user>` with its HMAC as
 * password, so nothing has to be stored and a leaked credential is worth a day at most.
 */
export function iceServersFor(
  { stunUrls, turnUrls, turnSecret }: IceSettings,
  user: string,
  nowMs: number,
  lastsSec = DAY_SEC,
): IceServer[] {
  const servers: IceServer[] = [];
  if (stunUrls.length > 0) servers.push({ urls: [...stunUrls] });
  if (turnUrls.length > 0 && turnSecret) {
    const username = `${Math.floor(nowMs / 1_000) + lastsSec}:${user}`;
    servers.push({
      urls: [...turnUrls],
      username,
      credential: createHmac('sha1', turnSecret).update(username).digest('base64'),
    });
  }
  return servers;
}

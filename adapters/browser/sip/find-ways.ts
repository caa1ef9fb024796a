import type { FindWays } from '#core/line-check/probe-phone.port.ts';
import { PHONE } from '#core/phone/phone-constants.ts';

/** Lets the browser look for its addresses, with the servers there are; nothing is sent to anybody else. */
export const findWays: FindWays = async (servers) => {
  const hasRelay = servers.some(({ urls }) => urls.some((url) => /^turns?:/.test(url)));
  const found = { udp: false, relay: false };
  const answer = () => ({
    udp: found.udp,
    relay: hasRelay ? (found.relay ? ('reached' as const) : ('unreached' as const)) : ('none' as const),
  });
  if (typeof RTCPeerConnection === 'undefined') return answer();
  const connection = new RTCPeerConnection({
    iceServers: servers.map(({ urls, username, credential }) => ({
      urls: [...urls],
      ...(username ? { username } : {}),
      ...(credential ? { credential } : {}),
    })),
  });
  try {
    await new Promise<void>((resolve) => {
      const ceiling = setTimeout(resolve, PHONE.iceGatheringMs);
      connection.addEventListener('icecandidate', ({ candidate }) => {
        const line = candidate?.candidate ?? '';
        if (/ udp /i.test(line)) found.udp = true;
        if (/ typ relay/.test(line)) found.relay = true;
        if (candidate && !(found.udp && (found.relay || !hasRelay))) return;
        clearTimeout(ceiling);
        resolve();
      });
      connection.addTransceiver('audio');
      void connection.setLocalDescription().catch(() => resolve());
    });
  } finally {
    connection.close();
  }
  return answer();
};

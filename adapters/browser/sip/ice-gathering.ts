/** What is asked of a connection while it looks for its addresses. */
export type GatheringConnection = Pick<
  RTCPeerConnection,
  'iceGatheringState' | 'localDescription' | 'addEventListener' | 'removeEventListener'
>;

export interface GatheringOptions {
  /** Look for new addresses although there are some already. */
  restart: boolean;
  /** There are servers to ask for the address others see. */
  hasServers: boolean;
  /** Specification W9: 5000 ms, which is a ceiling. */
  ceilingMs: number;
}

/** What the servers know is waited for this long once an address of our own is there; without servers nothing better comes. */
const PATIENCE_MS = 250;
const ALONE_MS = 40;

/**
 * Waits until an offer can leave: at once when others can see an address of ours, shortly after we found one ourselves,
 * and never longer than the ceiling. An interface that leads nowhere holds nothing up; what is found later is used all
 * the same, because the exchange learns it from where our packets come.
 */
export function gatheredEnough(
  connection: GatheringConnection,
  { restart, hasServers, ceilingMs }: GatheringOptions,
): Promise<void> {
  if (!restart && connection.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    let patience: ReturnType<typeof setTimeout> | undefined;
    const finish = (): void => {
      clearTimeout(patience);
      clearTimeout(ceiling);
      connection.removeEventListener('icecandidate', found);
      connection.removeEventListener('icegatheringstatechange', changed);
      resolve();
    };
    const weigh = (line: string): void => {
      if (/ typ (srflx|relay)/.test(line)) return finish();
      if (/ typ host/.test(line) && / udp /i.test(line))
        patience ??= setTimeout(finish, hasServers ? PATIENCE_MS : ALONE_MS);
    };
    const found = ({ candidate }: { candidate: RTCIceCandidate | null }): void =>
      candidate?.candidate ? weigh(candidate.candidate) : finish();
    const changed = (): void => {
      if (connection.iceGatheringState === 'complete') finish();
    };
    const ceiling = setTimeout(finish, ceilingMs);
    connection.addEventListener('icecandidate', found);
    connection.addEventListener('icegatheringstatechange', changed);
    if (!restart)
      for (const [line] of (connection.localDescription?.sdp ?? '').matchAll(/^a=candidate:.*$/gm)) weigh(line);
  });
}

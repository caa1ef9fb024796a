import ndc, { type Track } from 'node-datachannel';
import type { Peer, PeerOptions } from './peer.ts';

/** With servers to ask, what they know is waited for this long; our own addresses are known at once. */
const GATHER_MS = 400;
const DEADLINE_MS = 5_000;

export function openPeer(options: PeerOptions): Peer {
  let closed = false;
  let track: Track | null = null;
  let open = false;
  let onGathered: () => void = () => {};
  const guard =
    <Args extends unknown[]>(work: (...args: Args) => void) =>
    (...args: Args): void => {
      if (closed) return;
      try {
        work(...args);
      } catch (error) {
        options.onFault(error);
      }
    };

  const servers = [...(options.iceServers ?? [])];
  const connection = new ndc.PeerConnection('leg', {
    iceServers: servers,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    ...(options.udpPort === undefined
      ? {}
      : { enableIceUdpMux: true, portRangeBegin: options.udpPort, portRangeEnd: options.udpPort }),
    ...(options.bindAddress === undefined ? {} : { bindAddress: options.bindAddress }),
  });
  connection.onStateChange(
    guard((state: string) => {
      if (state === 'connected') options.onState('connected');
      else if (state === 'disconnected' || state === 'failed' || state === 'closed') options.onState('lost');
    }),
  );
  connection.onTrack(
    guard((offered) => {
      track = offered;
      offered.onOpen(guard(() => void (open = true)));
      offered.onClosed(guard(() => void (open = false)));
      offered.onError(guard((error: string) => options.onFault(new Error(error))));
      // Without the wrapper: packets come fifty times a second and leg.
      offered.onMessage((packet) => {
        if (closed) return;
        try {
          options.onPacket(packet);
        } catch (error) {
          options.onFault(error);
        }
      });
      open = offered.isOpen();
    }),
  );
  connection.onGatheringStateChange(guard(() => onGathered()));
  // Without servers to ask, everything is found at once.
  if (servers.length > 0) connection.onLocalCandidate(guard(() => onGathered()));

  const gathered = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let patience: NodeJS.Timeout | null = null;
      const finish = (error?: Error): void => {
        onGathered = () => {};
        clearTimeout(deadline);
        if (patience) clearTimeout(patience);
        if (error) reject(error);
        else resolve();
      };
      const deadline = setTimeout(() => finish(new Error('No address to offer was found.')), DEADLINE_MS);
      onGathered = () => {
        if (connection.gatheringState() === 'complete') return finish();
        const sdp = connection.localDescription()?.sdp ?? '';
        if (/ typ (srflx|relay)/.test(sdp)) return finish();
        if (/ typ host/.test(sdp)) patience ??= setTimeout(() => finish(), servers.length > 0 ? GATHER_MS : 20);
      };
      onGathered();
    });

  return {
    async answer(offer) {
      connection.setRemoteDescription(offer, 'offer');
      connection.setLocalDescription('answer');
      await gathered();
      const local = closed ? null : connection.localDescription();
      if (!local) throw new Error('The connection was closed while it was being described.');
      return local.sdp;
    },
    send(packet) {
      if (!open || closed || !track) return false;
      try {
        return track.sendMessageBinary(packet);
      } catch {
        // Closed between two packets; the state change follows.
        return false;
      }
    },
    close() {
      if (closed) return;
      closed = true;
      onGathered();
      try {
        // The track first: the connection alone would leave its callbacks behind, and with them the leg.
        track?.close();
        connection.close();
      } catch (error) {
        options.onFault(error);
      }
    },
  };
}

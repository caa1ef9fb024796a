import ndc from 'node-datachannel';

/**
 * The floor below any exchange in Node: joins pairs of phones with the WebRTC library alone. No signalling, no statistics, no
 * rules, nothing looked at: a packet that comes from the one is sent to the other as it is.
 */
const udpPort = Number(process.argv[2]);

interface Leg {
  connection: ndc.PeerConnection;
  track: ndc.Track | null;
  other: Leg | null;
}

const legs: Leg[] = [];

process.on('message', async (order: { offers?: string[]; close?: number; cpu?: boolean; measure?: boolean }) => {
  if (order.offers) process.send!({ answers: await join(order.offers) });
  if (order.close !== undefined) {
    for (const { connection, track } of legs.splice(-order.close)) {
      track?.close();
      connection.close();
    }
    process.send!({});
  }
  if (order.measure) globalThis.gc!();
  if (order.cpu || order.measure) {
    const { user, system } = process.cpuUsage();
    process.send!({ cpuUs: user + system, rss: process.memoryUsage().rss });
  }
});

/** Offers come in pairs. */
async function join(offers: readonly string[]): Promise<string[]> {
  const opened = offers.map(open);
  for (let at = 0; at < opened.length; at += 2) {
    opened[at]!.other = opened[at + 1]!;
    opened[at + 1]!.other = opened[at]!;
  }
  legs.push(...opened);
  const answers: string[] = [];
  for (const [at, { connection }] of opened.entries()) answers.push(await answer(connection, offers[at]!));
  return answers;
}

function open(): Leg {
  const connection = new ndc.PeerConnection('relay', {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    enableIceUdpMux: true,
    portRangeBegin: udpPort,
    portRangeEnd: udpPort,
    bindAddress: '127.0.0.1',
  });
  const leg: Leg = { connection, track: null, other: null };
  connection.onTrack((track) => {
    leg.track = track;
    track.onMessage((packet) => {
      try {
        if (leg.other?.track?.isOpen()) leg.other.track.sendMessageBinary(packet);
      } catch {
        // Closed between two packets.
      }
    });
  });
  return leg;
}

async function answer(connection: ndc.PeerConnection, offer: string): Promise<string> {
  const gathered = new Promise<void>((resolve) =>
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') resolve();
    }),
  );
  connection.setRemoteDescription(offer, 'offer');
  connection.setLocalDescription('answer');
  if (connection.gatheringState() !== 'complete') await gathered;
  return connection.localDescription()!.sdp;
}

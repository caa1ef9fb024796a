import ndc, { type Track } from 'node-datachannel';
import { isRtcp, parseRtp, buildRtp, type RtpPacket } from './rtp.ts';

const KEYS_FORMAT = 126;

/** A browser for tests: offers PCMU and keys without candidates (the library fails DTLS when it offers with them). */
export interface SoundPhone {
  offer(): Promise<string>;
  accept(answer: string): void;
  /** Resolves when sound can flow. */
  connected: Promise<void>;
  send(packet: Partial<RtpPacket> & { payload: Uint8Array; sequence: number; timestamp: number }): void;
  sendRaw(bytes: Buffer): void;
  packets: RtpPacket[];
  reports: Buffer[];
  close(): void;
}

export const PHONE_SSRC = 4_242;
export const phoneKeysFormat = KEYS_FORMAT;

export function openProbePhone(): SoundPhone {
  const connection = new ndc.PeerConnection('phone', {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    bindAddress: '127.0.0.1',
  });
  const packets: RtpPacket[] = [];
  const reports: Buffer[] = [];
  const audio = new ndc.Audio('0', 'SendRecv');
  audio.addAudioCodec(0, 'PCMU/8000');
  audio.addAudioCodec(KEYS_FORMAT, 'telephone-event/8000', '0-16');
  audio.addSSRC(PHONE_SSRC, 'phone', 'phone', 'phone');
  const track: Track = connection.addTrack(audio);
  const connected = new Promise<void>((resolve) => track.onOpen(() => resolve()));
  track.onClosed(() => {});
  connection.onStateChange(() => {});
  track.onMessage((bytes: Buffer) => {
    const rtp = isRtcp(bytes) ? null : parseRtp(bytes);
    if (rtp) packets.push(rtp);
    else reports.push(bytes);
  });
  return {
    packets,
    reports,
    connected,
    offer: () =>
      new Promise((resolve) => {
        const check = (): void => {
          if (connection.gatheringState() === 'complete')
            resolve(connection.localDescription()!.sdp.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, ''));
        };
        connection.onGatheringStateChange(check);
        connection.setLocalDescription('offer');
        check();
      }),
    accept: (answer) => connection.setRemoteDescription(answer, 'answer'),
    send: (packet) =>
      void track.sendMessageBinary(buildRtp({ payloadType: 0, marker: false, ssrc: PHONE_SSRC, ...packet })),
    sendRaw: (bytes) => void track.sendMessageBinary(bytes),
    close: () => {
      track.close();
      connection.close();
    },
  };
}

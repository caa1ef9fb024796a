import type { TrunkWishes } from '#adapters/telephony/trunk/open-trunk-carrier.ts';

/** How the packets of a call are sent. */
export const TRUNK_SOUNDS = ['rtp', 'srtp'] as const;
export type TrunkSound = (typeof TRUNK_SOUNDS)[number];

export const HERE = '127.0.0.1';

/** A trunk to somebody on this machine that nothing holds back. */
export const loopbackTrunk = (port: number, sound: TrunkSound): TrunkWishes => ({
  domain: HERE,
  gateways: [{ host: HERE, port, transport: 'udp' }],
  signallingFrom: [HERE],
  mediaFrom: [HERE],
  security: sound === 'srtp' ? 'sdes' : 'none',
  codecs: ['PCMU'],
  calledNumber: { form: 'asGiven' },
  callsAtOnce: 1_000,
  callsPerSec: 1_000,
  healthSec: null,
});

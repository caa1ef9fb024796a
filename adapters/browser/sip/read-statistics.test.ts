import { expect, test } from 'vitest';
import { readStatistics } from './read-statistics.ts';

const rows = [
  { id: 'T', type: 'transport', selectedCandidatePairId: 'P2' },
  {
    id: 'P1',
    type: 'candidate-pair',
    responsesReceived: 3,
    currentRoundTripTime: 9,
    localCandidateId: 'L1',
    remoteCandidateId: 'R1',
  },
  {
    id: 'P2',
    type: 'candidate-pair',
    responsesReceived: 4,
    currentRoundTripTime: 0.025,
    localCandidateId: 'L2',
    remoteCandidateId: 'R2',
  },
  { id: 'L1', type: 'local-candidate', address: '10.0.0.1' },
  { id: 'L2', type: 'local-candidate', address: '192.0.2.10' },
  { id: 'R2', type: 'remote-candidate', address: '198.51.100.7' },
  { id: 'V', type: 'inbound-rtp', kind: 'video', packetsReceived: 99_999 },
  {
    id: 'I',
    type: 'inbound-rtp',
    kind: 'audio',
    packetsReceived: 500,
    packetsLost: 5,
    packetsDiscarded: 1,
    jitter: 0.004,
    jitterBufferDelay: 20,
    jitterBufferEmittedCount: 400,
  },
  { id: 'O', type: 'outbound-rtp', kind: 'audio', packetsSent: 510 },
  {
    id: 'RI',
    type: 'remote-inbound-rtp',
    kind: 'audio',
    packetsLost: 2,
    jitter: 0.001,
    fractionLost: 0.01,
    roundTripTime: 0.03,
  },
];

test('[CALL-14] a browser’s statistics become a sample: the way in use, the sound and no picture, milliseconds', () => {
  expect(readStatistics(new Map(rows.map((row) => [row.id, row])) as never, 7_000)).toEqual({
    answers: 7,
    sample: {
      atMs: 7_000,
      packetsReceived: 500,
      packetsLost: 5,
      packetsDiscarded: 1,
      packetsSent: 510,
      jitterMs: 4,
      roundTripMs: 25,
      bufferedMs: 20_000,
      bufferedCount: 400,
      remotePacketsLost: 2,
      remoteJitterMs: 1,
      remoteLossFraction: 0.01,
      localAddress: '192.0.2.10',
      remoteAddress: '198.51.100.7',
    },
  });
});

test('[CALL-13] what a browser does not tell is not known', () => {
  expect(readStatistics(new Map() as never, 1)).toMatchObject({
    answers: 0,
    sample: { packetsReceived: 0, jitterMs: null, roundTripMs: null, remoteLossFraction: null, localAddress: null },
  });
});

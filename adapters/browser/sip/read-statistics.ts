import type { SoundSample } from '#core/quality/line-statistics.ts';

type Row = Record<string, unknown>;
type Rows = Pick<RTCStatsReport, 'forEach'>;

/** The statistics of a browser as a sample, with how often our checks of the way were answered. */
export function readStatistics(report: Rows, atMs: number): { sample: SoundSample; answers: number } {
  const rows = new Map<string, Row>();
  report.forEach((row: Row) => rows.set(String(row['id']), row));
  const all = [...rows.values()];
  const sound = (type: string): Row | undefined =>
    all.find((row) => row['type'] === type && (row['kind'] ?? row['mediaType'] ?? 'audio') === 'audio');
  const inbound = sound('inbound-rtp');
  const outbound = sound('outbound-rtp');
  const remote = sound('remote-inbound-rtp');
  const transport = all.find((row) => row['type'] === 'transport');
  const pair =
    rows.get(String(transport?.['selectedCandidatePairId'])) ??
    all.find(
      (row) =>
        row['type'] === 'candidate-pair' &&
        (row['selected'] === true || (row['nominated'] === true && row['state'] === 'succeeded')),
    );
  const roundTripSec = number(pair?.['currentRoundTripTime']) ?? number(remote?.['roundTripTime']);
  return {
    answers: all
      .filter((row) => row['type'] === 'candidate-pair')
      .reduce((sum, row) => sum + (number(row['responsesReceived']) ?? 0), 0),
    sample: {
      atMs,
      packetsReceived: number(inbound?.['packetsReceived']) ?? 0,
      packetsLost: number(inbound?.['packetsLost']) ?? 0,
      packetsDiscarded: number(inbound?.['packetsDiscarded']) ?? 0,
      packetsSent: number(outbound?.['packetsSent']) ?? 0,
      jitterMs: inMs(inbound?.['jitter']),
      roundTripMs: inMs(roundTripSec),
      bufferedMs: inMs(inbound?.['jitterBufferDelay']),
      bufferedCount: number(inbound?.['jitterBufferEmittedCount']),
      remotePacketsLost: number(remote?.['packetsLost']),
      remoteJitterMs: inMs(remote?.['jitter']),
      remoteLossFraction: number(remote?.['fractionLost']),
      localAddress: addressOf(rows.get(String(pair?.['localCandidateId']))),
      remoteAddress: addressOf(rows.get(String(pair?.['remoteCandidateId']))),
    },
  };
}

const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const inMs = (seconds: unknown): number | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1_000 : null;
const addressOf = (candidate: Row | undefined): string | null => {
  const address = candidate?.['address'] ?? candidate?.['ip'];
  return typeof address === 'string' && address !== '' ? address : null;
};

import { statisticsBetween, type LineStatistics, type SoundSample } from './line-statistics.ts';

/** The quality report of a call (specification W7) without its id, which the phone may not know. */
export interface CallQuality {
  /** Seconds between two entries. */
  interval: number;
  localIPSet: string[];
  remoteIPSet: string[];
  mos: number | null;
  webRtcReports: QualityEntry[];
}

/** One entry (specification W3). Times in seconds, the moment in milliseconds, as browsers give them. */
export interface QualityEntry {
  candidateRoundTripTime: number | null;
  packetsReceived: number;
  packetsSent: number;
  localMos: number | null;
  remoteMos: number | null;
  localPacketsLost: number;
  remotePacketsLost: number | null;
  timestamp: number;
}

/** What is remembered of a call while it lasts. */
export interface QualityMemory {
  readonly everySec: number;
  /** The last seconds, oldest first. */
  readonly recent: readonly SoundSample[];
  /** The sample the newest entry was made of; before that, the first of all. */
  readonly entered: SoundSample | null;
  readonly entries: readonly QualityEntry[];
  readonly local: readonly string[];
  readonly remote: readonly string[];
}

/** CALL-14: shorter calls are not reported. */
const LEAST_MS = 5_000;
/** One lost packet of a second's fifty would look like a bad line. */
const SHOWN_OVER_MS = 5_000;
/** What the server takes; of a longer call the oldest go. */
const MOST_ENTRIES = 2_000;

export const newQualityMemory = (everySec: number): QualityMemory => ({
  everySec: Math.max(1, everySec),
  recent: [],
  entered: null,
  entries: [],
  local: [],
  remote: [],
});

/** Takes in a sample, one a second; says how the call sounds now, over the last five seconds. */
export function noteSample(
  notes: QualityMemory,
  sample: SoundSample,
): { notes: QualityMemory; statistics: LineStatistics } {
  const recent = [...notes.recent.filter(({ atMs }) => atMs >= sample.atMs - SHOWN_OVER_MS), sample];
  const statistics = statisticsBetween(recent.length > 1 ? recent[0]! : null, sample);
  const entered = notes.entered ?? sample;
  // A timer that came a little early is still on time.
  const isDue = sample.atMs - entered.atMs >= notes.everySec * 1_000 - 100;
  return {
    statistics,
    notes: {
      ...notes,
      recent,
      local: withAddress(notes.local, sample.localAddress),
      remote: withAddress(notes.remote, sample.remoteAddress),
      ...(isDue
        ? { entered: sample, entries: [...notes.entries, entryOf(entered, sample)].slice(-MOST_ENTRIES) }
        : { entered }),
    },
  };
}

/** The report of a call that was answered and is over; null when it was too short to tell. */
export function reportOf(notes: QualityMemory, answeredMs: number, endedMs: number): CallQuality | null {
  if (endedMs - answeredMs <= LEAST_MS) return null;
  const last = notes.recent.at(-1);
  const entries = notes.entries.length === 0 && last ? [entryOf(null, last)] : notes.entries;
  const scores = entries.map(({ localMos }) => localMos).filter((mos) => mos !== null);
  const mos =
    scores.length === 0
      ? null
      : Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 100) / 100;
  return {
    interval: notes.everySec,
    localIPSet: [...notes.local],
    remoteIPSet: [...notes.remote],
    mos,
    webRtcReports: [...entries],
  };
}

function entryOf(before: SoundSample | null, now: SoundSample): QualityEntry {
  const { mos, remoteMos } = statisticsBetween(before, now);
  return {
    candidateRoundTripTime: now.roundTripMs === null ? null : now.roundTripMs / 1_000,
    packetsReceived: now.packetsReceived,
    packetsSent: now.packetsSent,
    localMos: mos,
    remoteMos,
    localPacketsLost: now.packetsLost,
    remotePacketsLost: now.remotePacketsLost,
    timestamp: Math.round(now.atMs),
  };
}

/** CALL-14: an address has 7 to 16 characters; names that hide one, and long ones, are not reported. */
export const isReportable = (address: string): boolean => address.length >= 7 && address.length <= 16;

const withAddress = (known: readonly string[], address: string | null): readonly string[] =>
  address === null || !isReportable(address) || known.includes(address) ? known : [...known, address];

import type { CallTally, KeptTally } from './ledger.ts';
import type { PhaseName, RunPlan } from './plan.ts';
import type { LoadFigureName } from './promises.ts';

/** What a run saw, as its report is made of it; counts and moments only, no words of people. */
export interface Proof {
  kind: RunPlan['kind'];
  /** `2026-11-18 14:00` UTC. */
  begunAt: string;
  lastedSec: number;
  seed: number;
  version: string;
  machine: ProofMachine;
  load?: LoadProof;
  faults?: FaultsProof;
  hostile?: HostileProof;
  soak?: SoakProof;
  kills?: KillsProof;
  /** Left out, each with its reason. */
  notTried: readonly { what: string; why: string }[];
  /** A phase that did not come to its end, and why. */
  brokenOff: readonly { phase: PhaseName; why: string }[];
}

export interface ProofMachine {
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  postgres: string;
  asterisk: string | null;
  /** Load average of the last minute before anything began. */
  loadBefore: number;
}

/** One kind of thing that clients wrote down. */
export interface KeptLine extends KeptTally {
  what: string;
}

export interface LoadStep {
  agents: number;
  calls: number;
  chats: number;
  requests: number;
  figures: Readonly<Partial<Record<LoadFigureName, number | null>>>;
  /** Percent of one core: the product's processes, PostgreSQL, and our own clients. */
  serversPercent: number;
  postgresPercent: number;
  clientsPercent: number;
  broken: readonly string[];
}

/** Calls between two carriers at once, sound alone. */
export interface SoundStep {
  through: 'embedded' | 'asterisk';
  calls: number;
  heardShare: number;
  lateP99Ms: number;
  percentACall: number;
  broken: readonly string[];
}

export interface LoadProof {
  steps: readonly LoadStep[];
  sound: readonly SoundStep[];
  kept: readonly KeptLine[];
  endedBecause: string;
}

export interface FaultLine {
  fault: string;
  times: number;
  /** Of the team that waited longest, each time. */
  pausesSec: readonly number[];
  requests: number;
  failed: number;
  /** What is promised for it; null: it is only told. */
  pauseMostSec: number | null;
  note: string;
}

export interface FaultsProof {
  lines: readonly FaultLine[];
  kept: readonly KeptLine[];
  calls: CallTally;
  faults: readonly string[];
}

export interface HostileLine {
  what: string;
  tried: number;
  /** Answers nobody may get: 500, none at all where one was due, a process that ended. */
  wrong: readonly string[];
}

export interface HostileProof {
  lines: readonly HostileLine[];
  /** Of people who worked meanwhile. */
  requests: number;
  failed: number;
  longestMs: number;
  grownMb: number;
}

export interface SoakProof {
  seconds: number;
  requests: number;
  failed: number;
  restarts: number;
  /** From version, to version; null where the same one was started again. */
  from: string | null;
  drainsSec: readonly number[];
  pauseSec: number;
  /** After its restart and some seconds of work, and at the end. */
  memoryMb: readonly { name: string; first: number; last: number }[];
  kept: readonly KeptLine[];
  calls: CallTally;
  faults: readonly string[];
}

export interface KillsProof {
  calls: number;
  kills: readonly { part: string; times: number }[];
  /** Talks whose own Asterisk lived through it. */
  survivors: number;
  tonePausesSec: readonly number[];
  /** For each of them, how long our own ears stood still meanwhile: a busy machine stops phones as well as what they listen to. */
  earsStillSec: readonly number[];
  cutWithTheirNode: number;
  cutOtherwise: number;
  takenOverSec: readonly number[];
  /** Callers in line whose place was another afterwards. */
  placesLost: number;
  waiting: number;
  record: CallTally;
  faults: readonly string[];
}

import type { BackupManifest } from './backup-manifest.ts';

/** Backups of this installation in a folder of their own. One thing at a time is done to them, whoever asks. */
export interface Backups {
  /** Where they lie and how the log of the database gets there. */
  facts(): Promise<BackupFacts>;
  /** Newest first; one whose own words cannot be read has no manifest. */
  list(): Promise<KeptBackup[]>;
  /** Makes one: it is there, whole, or not at all. */
  make(onProgress: (progress: BackupProgress) => void): Promise<BackupManifest>;
  /** Reads every piece of one. What is damaged is set aside, so that the next backup keeps it anew. */
  check(id: string, onProgress: (progress: BackupProgress) => void): Promise<BackupCheck>;
  /**
   * Removes these, and whatever no other needs. The log of the database stays whole from the first backup after `logSinceMs` on, and
   * for older ones as far as they need it. Answers the bytes that are free again.
   */
  remove(ids: readonly string[], logSinceMs: number): Promise<number>;
  /** How often the log is handed over; nothing where it is not. */
  setPace(loseMinutes: number): Promise<void>;
  /** Gives the log up where it can be handed over no more and the database would run out of room by it. True when it did. */
  relieve(): Promise<boolean>;
  /**
   * After a restore was released: its log, kept aside until then, joins that of the server before. Refused while another server writes
   * there. Nothing where nothing lies aside.
   */
  settle(): Promise<void>;
}

export interface KeptBackup {
  id: string;
  manifest: BackupManifest | null;
  /** What the last check found wrong; null when nothing, or never checked. */
  damage: string | null;
  checkedAtMs: number | null;
}

export interface BackupFacts {
  folder: string;
  way: BackupManifest['way'];
  /** On the disk the data lies on: a broken disk takes both. */
  isSameDisk: boolean;
  freeBytes: number | null;
  /** Null where the database does not hand over its log here. */
  wal: BackupWal | null;
  /** Where the keys are that a restore needs, and where they were copied to, if anywhere. */
  keys: { where: string; copiedTo: string | null };
}

export interface BackupWal {
  isOn: boolean;
  /** When the last segment came. */
  archivedMs: number | null;
  isFailing: boolean;
  /** The first segment that is missing since the newest backup. */
  missing: string | null;
  bytes: number;
  /** Since a restore that was not released it goes to this folder; `block` says why it cannot join the rest now. */
  aside: { folder: string; block: LogAsideBlock | null } | null;
}

/** Another server hands its log over to the same place, or another restore was released there. */
export type LogAsideBlock = 'alive' | 'taken';

export interface BackupProgress {
  part: 'database' | 'files' | 'log' | 'check';
  doneBytes: number;
  /** As far as it is known. */
  totalBytes: number;
}

export interface BackupCheck {
  isGood: boolean;
  /** What is wrong, one line each, the first few. */
  damage: string[];
  /** The first segment of the log that is not there while later ones are: moments after it cannot be had from this backup. */
  missing: string | null;
  pieces: number;
  bytes: number;
}

/** Why a backup could not be made, checked or restored: one line that says what helps. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
  /** Print the message alone. */
  readonly oneLine = true;
  readonly kind: 'full' | 'busy' | 'wal' | 'damaged' | 'refused' | 'other';

  constructor(kind: BackupProblem['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

import type { BackupManifest } from '#core/backup/backup-manifest.ts';
import type { BackupWal } from '#core/backup/backups.port.ts';
import type { Bundle } from './keep-file.ts';
import type { WalFolder } from './wal-folder.ts';

/** The database as backups see it. */
export interface BackupDatabase {
  way: BackupManifest['way'];
  /** Opens a connection of its own for one backup. */
  open(): Promise<OpenedDatabase>;
  /** How its log comes here; null where it does not. */
  wal: DatabaseLog | null;
}

export interface OpenedDatabase {
  postgres: BackupManifest['postgres'];
  schema: BackupManifest['schema'];
  bytes: number;
  /** The backup it was restored from, until somebody releases it. */
  restoredFrom: string | null;
  keep(bundle: Bundle, id: string): Promise<Pick<BackupManifest, 'wal' | 'finishedAtMs'>>;
  close(): Promise<void>;
}

export interface DatabaseLog {
  facts(newest: BackupManifest | null): Promise<BackupWal>;
  setPace(loseMinutes: number): Promise<void>;
  relieve(): Promise<boolean>;
  /** What was kept aside since a restore joins the rest; nothing where nothing was. */
  settle(): Promise<void>;
  folderOf(systemId: string): WalFolder;
}

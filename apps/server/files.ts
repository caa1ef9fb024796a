import type { Files, FilesPlace } from '#core/files/files.port.ts';
import type { FilesPlaceName } from './files-settings.ts';

export interface OpenedPlaces {
  /** As they lie there, sealed. */
  raw: Record<FilesPlaceName, FilesPlace | null>;
  /** The same opened and sealed by our keys. */
  sealed(name: FilesPlaceName): Files | null;
  /** What the product reads and writes. */
  files: Files;
  /** A folder of this process's own, sealed alike, for what cannot be kept yet. */
  spool(folder: string): FilesPlace;
  /** Refuses settings that the store does not take. One that cannot be reached now is no such setting. */
  assertUsable(): Promise<void>;
  close(): void;
}

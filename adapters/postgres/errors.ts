/** The embedded PostgreSQL cannot be used; the message is one line that says why and what helps. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  /** Print the message alone; there is nothing to look for in our code. */
  readonly oneLine = true;
}

/** Another running OpenSeat holds this data folder. */
export class DataFolderInUse extends EmbeddedPostgresError {
  override name = 'DataFolderInUse';

  constructor(dataDir: string, ownerPid: number | undefined) {
    const owner = ownerPid === undefined ? 'Another OpenSeat' : `Another OpenSeat (process ${ownerPid})`;
    super(`${owner} is already running on the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`);
  }
}

/** What is known of a database, by its own statistics. Durations are seconds, sizes bytes. */
export interface DatabaseFigures {
  tables: readonly TableFigures[];
  indexes: readonly IndexFigures[];
  connections: { used: number; most: number };
  /** The transaction that has been open longest; null where none is. */
  longestTransaction: { seconds: number; isIdle: boolean } | null;
  /** Transactions since the oldest row that was not frozen. */
  transactionAge: number;
  replicas: readonly ReplicaFigures[];
  /** Log that is kept for somebody who does not come for it. */
  keptLogBytes: number;
  /** Pages that were found damaged; null where nobody looks. */
  damagedPages: number | null;
  isAutovacuumOn: boolean;
  /** How long the counts have been kept. */
  countedSeconds: number;
}

export interface TableFigures {
  name: string;
  rows: number;
  deadRows: number;
  bytes: number;
  indexBytes: number;
  /** An estimate: room its rows would not need. */
  bloatBytes: number;
  transactionAge: number;
  changedSinceAnalyze: number;
  sequentialScans: number;
  indexScans: number;
}

export interface IndexFigures {
  name: string;
  table: string;
  bytes: number;
  scans: number;
  isValid: boolean;
  /** Somebody builds it just now. */
  isBuilding: boolean;
  /** It keeps a rule, whether anybody reads it or not. */
  isKey: boolean;
}

export interface ReplicaFigures {
  name: string;
  /** How far it is behind; null where nobody may see it. */
  lagSeconds: number | null;
  lagBytes: number | null;
}

export const healthStandings = ['good', 'look', 'act'] as const;
export type HealthStanding = (typeof healthStandings)[number];

export const findingKinds = [
  'damaged',
  'transactionAge',
  'autovacuumOff',
  'connections',
  'longTransaction',
  'replicaLag',
  'keptLog',
  'invalidIndex',
  'deadRows',
  'bloat',
  'staleStatistics',
  'sequentialScans',
  'unusedIndex',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Something somebody should look at, or do something about. */
export interface HealthFinding {
  kind: FindingKind;
  standing: Exclude<HealthStanding, 'good'>;
  /** The table, index or replica it is about; empty for the database as a whole. */
  about: string;
  /** What was measured, in the unit of its kind. */
  value: number;
}

const MB = 1_048_576;
const GB = 1_024 * MB;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From where on somebody should look, and from where on it cannot wait. */
const limits = {
  /** The database stops taking writes at about 2,100,000,000. */
  transactionAge: { look: 500_000_000, act: 1_200_000_000 },
  connectionShare: { look: 0.8, act: 0.95 },
  transactionSeconds: { look: 15 * MINUTE, act: 2 * HOUR },
  idleTransactionSeconds: { look: 2 * MINUTE, act: 30 * MINUTE },
  lagSeconds: { look: 30, act: 5 * MINUTE },
  keptLogBytes: { look: GB, act: 10 * GB },
  /** Of the rows that live; small tables are nobody's trouble. */
  deadShare: { look: 0.2, act: 1, atLeast: { look: 50_000, act: 1_000_000 } },
  bloatShare: { look: 0.4, act: 0.7, atLeast: { look: 500 * MB, act: 10 * GB } },
  staleShare: { look: 0.3, atLeast: 100_000 },
  /** Of all looks into a table that is big; it is read whole by backups and by counts, too. */
  scanShare: { look: 0.1, rows: 100_000, atLeast: 100 },
  unused: { bytes: 50 * MB, afterSeconds: 14 * DAY },
} as const;

const level = (value: number, { look, act }: { look: number; act: number }): HealthStanding =>
  value >= act ? 'act' : value >= look ? 'look' : 'good';

/** What is not as it should be, gravest first. */
export function judgeDatabase(figures: DatabaseFigures): HealthFinding[] {
  const found: HealthFinding[] = [];
  const note = (kind: FindingKind, standing: HealthStanding, about: string, value: number): void => {
    if (standing !== 'good') found.push({ kind, standing, about, value });
  };
  const { connections, longestTransaction: longest, damagedPages } = figures;
  if (damagedPages) note('damaged', 'act', '', damagedPages);
  if (!figures.isAutovacuumOn) note('autovacuumOff', 'act', '', 0);
  note('transactionAge', level(figures.transactionAge, limits.transactionAge), '', figures.transactionAge);
  note('connections', level(connections.used / connections.most, limits.connectionShare), '', connections.used);
  if (longest) {
    const allowed = longest.isIdle ? limits.idleTransactionSeconds : limits.transactionSeconds;
    note('longTransaction', level(longest.seconds, allowed), '', longest.seconds);
  }
  for (const { name, lagSeconds } of figures.replicas)
    if (lagSeconds !== null) note('replicaLag', level(lagSeconds, limits.lagSeconds), name, lagSeconds);
  note('keptLog', level(figures.keptLogBytes, limits.keptLogBytes), '', figures.keptLogBytes);
  for (const table of figures.tables)
    for (const { kind, standing, value } of judgeTable(table)) note(kind, standing, table.name, value);
  for (const index of figures.indexes) {
    if (!index.isValid && !index.isBuilding) note('invalidIndex', 'act', index.name, index.bytes);
    else if (isUnused(index, figures.countedSeconds)) note('unusedIndex', 'look', index.name, index.bytes);
  }
  return found.toSorted(
    (a, b) =>
      healthStandings.indexOf(b.standing) - healthStandings.indexOf(a.standing) ||
      findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind) ||
      b.value - a.value,
  );
}

function judgeTable(table: TableFigures): { kind: FindingKind; standing: HealthStanding; value: number }[] {
  const { rows, deadRows, bytes, bloatBytes, changedSinceAnalyze, sequentialScans, indexScans } = table;
  const { deadShare, bloatShare, staleShare, scanShare } = limits;
  const isStale = changedSinceAnalyze >= staleShare.atLeast && changedSinceAnalyze >= staleShare.look * rows;
  const scans = sequentialScans + indexScans;
  const isScanned =
    rows >= scanShare.rows && sequentialScans >= scanShare.atLeast && sequentialScans >= scanShare.look * scans;
  return [
    { kind: 'deadRows', standing: shareLevel(deadRows, rows, deadShare), value: deadRows },
    { kind: 'bloat', standing: shareLevel(bloatBytes, bytes, bloatShare), value: bloatBytes },
    { kind: 'staleStatistics', standing: isStale ? 'look' : 'good', value: changedSinceAnalyze },
    { kind: 'sequentialScans', standing: isScanned ? 'look' : 'good', value: sequentialScans },
  ];
}

/** A share counts once it is enough to matter. */
function shareLevel(
  part: number,
  whole: number,
  { look, act, atLeast }: { look: number; act: number; atLeast: { look: number; act: number } },
): HealthStanding {
  const share = part / Math.max(1, whole);
  if (share >= act && part >= atLeast.act) return 'act';
  return share >= look && part >= atLeast.look ? 'look' : 'good';
}

/** Nobody asked it for so long that nobody will; it costs every write. */
const isUnused = ({ scans, bytes, isKey, isValid }: IndexFigures, countedSeconds: number): boolean =>
  isValid && !isKey && scans === 0 && bytes >= limits.unused.bytes && countedSeconds >= limits.unused.afterSeconds;

/** The gravest of them. */
export const standingOf = (findings: readonly Pick<HealthFinding, 'standing'>[]): HealthStanding =>
  findings.some(({ standing }) => standing === 'act') ? 'act' : findings.length > 0 ? 'look' : 'good';

import { expect, test } from 'vitest';
import {
  judgeDatabase,
  standingOf,
  type DatabaseFigures,
  type IndexFigures,
  type TableFigures,
} from './judge-database.ts';

const MB = 1_048_576;
const DAY = 86_400;

const aTable = (some: Partial<TableFigures> = {}): TableFigures => ({
  name: 'call_record',
  rows: 1_000_000,
  deadRows: 1_000,
  bytes: 400 * MB,
  indexBytes: 600 * MB,
  bloatBytes: 10 * MB,
  transactionAge: 1_000,
  changedSinceAnalyze: 0,
  sequentialScans: 3,
  indexScans: 9_000,
  ...some,
});
const anIndex = (some: Partial<IndexFigures> = {}): IndexFigures => ({
  name: 'call_record_page',
  table: 'call_record',
  bytes: 80 * MB,
  scans: 10,
  isValid: true,
  isBuilding: false,
  isKey: false,
  ...some,
});
const well: DatabaseFigures = {
  tables: [aTable()],
  indexes: [anIndex()],
  connections: { used: 20, most: 100 },
  longestTransaction: { seconds: 2, isIdle: false },
  transactionAge: 40_000_000,
  replicas: [],
  keptLogBytes: 0,
  damagedPages: 0,
  isAutovacuumOn: true,
  countedSeconds: 30 * DAY,
};
const found = (some: Partial<DatabaseFigures>): string[] =>
  judgeDatabase({ ...well, ...some }).map(({ kind, standing, about }) => `${standing} ${kind} ${about}`.trim());

test('a database that is well has nothing to look at', () => {
  expect(judgeDatabase(well)).toEqual([]);
  expect(standingOf([])).toBe('good');
});

test.each<[string[], string, Partial<DatabaseFigures>]>([
  [['look deadRows call_record'], 'a fifth is dead', { tables: [aTable({ deadRows: 250_000 })] }],
  [['act deadRows call_record'], 'more is dead than lives', { tables: [aTable({ deadRows: 1_100_000 })] }],
  [[], 'a small table may be all dead', { tables: [aTable({ rows: 100, deadRows: 20_000 })] }],
  [
    ['look bloat call_record'],
    'half of it is empty',
    { tables: [aTable({ bytes: 2_000 * MB, bloatBytes: 1_000 * MB })] },
  ],
  [
    ['act bloat call_record'],
    'nearly all of it is',
    { tables: [aTable({ bytes: 20_000 * MB, bloatBytes: 15_000 * MB })] },
  ],
  [
    ['look staleStatistics call_record'],
    'the planner knows little of what is there',
    { tables: [aTable({ changedSinceAnalyze: 400_000 })] },
  ],
  [
    ['look sequentialScans call_record'],
    'a big table is read whole again and again',
    { tables: [aTable({ sequentialScans: 5_000 })] },
  ],
  [[], 'it is read whole by a backup now and then', { tables: [aTable({ sequentialScans: 90, indexScans: 0 })] }],
  [['act invalidIndex call_record_page'], 'an index broke off', { indexes: [anIndex({ isValid: false })] }],
  [[], 'an index is being built', { indexes: [anIndex({ isValid: false, isBuilding: true })] }],
  [['look unusedIndex call_record_page'], 'nobody asks an index', { indexes: [anIndex({ scans: 0 })] }],
  [[], 'counted for too short a time', { indexes: [anIndex({ scans: 0 })], countedSeconds: DAY }],
  [[], 'an index keeps a rule', { indexes: [anIndex({ scans: 0, isKey: true })] }],
  [['look connections'], 'few connections are left', { connections: { used: 80, most: 100 } }],
  [['act connections'], 'hardly any are', { connections: { used: 96, most: 100 } }],
  [['look longTransaction'], 'somebody has worked for long', { longestTransaction: { seconds: 1_000, isIdle: false } }],
  [['act longTransaction'], 'somebody went away', { longestTransaction: { seconds: 2_000, isIdle: true } }],
  [['act transactionAge'], 'writes end before long', { transactionAge: 1_500_000_000 }],
  [['look replicaLag east'], 'a copy is behind', { replicas: [{ name: 'east', lagSeconds: 40, lagBytes: 1 }] }],
  [[], 'a copy nobody may look at', { replicas: [{ name: 'east', lagSeconds: null, lagBytes: null }] }],
  [['act keptLog'], 'nobody comes for the log', { keptLogBytes: 12_000 * MB }],
  [['act damaged'], 'pages are damaged', { damagedPages: 2 }],
  [[], 'nobody looks for damage', { damagedPages: null }],
  [['act autovacuumOff'], 'nobody tidies up', { isAutovacuumOn: false }],
])('it finds %j where %s', (expected, _why, some) => {
  expect(found(some)).toEqual(expected);
});

test('what cannot wait stands first', () => {
  const findings = judgeDatabase({
    ...well,
    connections: { used: 85, most: 100 },
    indexes: [anIndex({ scans: 0 }), anIndex({ name: 'broken', isValid: false })],
    tables: [aTable({ deadRows: 300_000 })],
  });
  expect(findings.map(({ kind }) => kind)).toEqual(['invalidIndex', 'connections', 'deadRows', 'unusedIndex']);
  expect(standingOf(findings)).toBe('act');
  expect(standingOf(findings.slice(1))).toBe('look');
});

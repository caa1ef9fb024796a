import { expect, test } from 'vitest';
import type { CallTally, KeptTally } from './ledger.ts';
import { faultsOf, proofReport } from './proof-report.ts';
import { brokenBy, loadPromises } from './promises.ts';
import type { Proof } from './proof.ts';

const noCalls: CallTally = {
  rang: 12,
  answered: 10,
  records: 12,
  lost: [],
  twice: [],
  twoAtOnce: [],
  open: [],
  wrongSeconds: [],
  heardLateMs: 5_100,
};
const kept = (change: Partial<KeptTally> = {}) => ({
  what: 'customers',
  asked: 1_234,
  acknowledged: 1_200,
  refused: 4,
  unknown: 30,
  lost: [],
  twice: [],
  unasked: [],
  ...change,
});

const aProof = (change: Partial<Proof> = {}): Proof => ({
  kind: 'quick',
  begunAt: '2026-11-18 14:00',
  lastedSec: 1_190,
  seed: 7,
  version: '0.1.0 (abc1234)',
  machine: {
    processor: 'A processor',
    cores: 2,
    memoryGb: 8,
    system: 'Linux',
    node: '24.1',
    postgres: '18',
    asterisk: null,
    loadBefore: 0.31,
  },
  faults: {
    lines: [
      {
        fault: 'a process killed',
        times: 2,
        pausesSec: [0.4, 1.25],
        requests: 400,
        failed: 12,
        pauseMostSec: 8,
        note: '',
      },
    ],
    kept: [kept()],
    calls: noCalls,
    faults: [],
  },
  notTried: [{ what: 'disk of PostgreSQL full', why: 'no right to mount' }],
  brokenOff: [],
  ...change,
});

test('a run without a fault says so, with its machine, counts, lost, twice and seconds', () => {
  const report = proofReport(aProof());
  expect(faultsOf(aProof())).toEqual([]);
  expect(report).toContain('**No fault was found.**');
  expect(report).toContain('A processor, 2 cores, 8 GB');
  expect(report).toContain('| customers | 1,234 | 1,200 | 4 | 30 | 0 | 0 | 0 |');
  expect(report).toContain('| a process killed | 2 | 0.4, 1.3 | 8 | 400 | 12 |  |');
  expect(report).toContain('- **disk of PostgreSQL full**: no right to mount');
});

test('lost, twice, late, cut and broken off are faults at the head of the report', () => {
  const { faults } = aProof();
  const proof = aProof({
    faults: {
      ...faults!,
      lines: [{ ...faults!.lines[0]!, pausesSec: [9] }],
      kept: [kept({ lost: ['a', 'b'], twice: ['c'] })],
      calls: { ...noCalls, open: ['x'] },
    },
    hostile: {
      lines: [{ what: 'websocket frames', tried: 90, wrong: ['the process ended'] }],
      requests: 80,
      failed: 0,
      longestMs: 90,
      grownMb: 3,
    },
    brokenOff: [{ phase: 'soak', why: 'the limit was reached' }],
  });
  const found = faultsOf(proof);
  expect(found).toEqual([
    'soak: broken off: the limit was reached',
    'faults: a process killed: 9 s of pause, 8 promised',
    'faults: 2 customers acknowledged and lost',
    'faults: 1 customers there twice',
    'faults: 1 records left open',
    'hostile: websocket frames: the process ended',
  ]);
  const report = proofReport(proof);
  for (const fault of found) expect(report).toContain(`- ${fault}`);
  expect(report).not.toContain('No fault was found');
});

test('load that ends by a broken promise is no fault, acknowledged and lost under it is', () => {
  const load = {
    steps: [
      {
        agents: 40,
        calls: 20,
        chats: 20,
        requests: 900,
        figures: { requestP95Ms: 1_400, soundLeast: 49.8 },
        serversPercent: 120,
        postgresPercent: 40,
        clientsPercent: 40,
        broken: ['requestP95Ms'],
      },
    ],
    sound: [],
    endedBecause: 'It ended at 40 agents.',
    kept: [kept()],
  };
  expect(faultsOf(aProof({ load }))).toEqual([]);
  expect(faultsOf(aProof({ load: { ...load, kept: [kept({ lost: ['a'] })] } }))).toHaveLength(1);
  expect(proofReport(aProof({ load }))).toContain('| 40 | 20 | 20 | 900 | 1,400 | – | – | – | 49.8 |');
});

const kills = {
  calls: 20,
  kills: [{ part: 'Kamailio', times: 3 }],
  survivors: 60,
  tonePausesSec: [0.4, 1.6],
  earsStillSec: [0.1, 0.9],
  cutWithTheirNode: 4,
  cutOtherwise: 0,
  takenOverSec: [0.9],
  placesLost: 0,
  waiting: 6,
  record: noCalls,
  faults: [],
};

test('a talk that lost its tone for longer than a second is a fault, but for the time our own ears stood still', () => {
  expect(faultsOf(aProof({ kills }))).toEqual([]);
  expect(faultsOf(aProof({ kills: { ...kills, earsStillSec: [0.1, 0.2] } }))).toEqual([
    'kills: 1.4 s without a tone, 1 promised',
  ]);
  expect(proofReport(aProof({ kills }))).toContain('| 60 | 1.60 | 0.90 | 4 | 0 | 0.9 | 6 | 0 |');
});

test('a talk that ended though its Asterisk lived, and a lost place in line, are faults', () => {
  expect(faultsOf(aProof({ kills: { ...kills, cutOtherwise: 2, placesLost: 1 } }))).toEqual([
    'kills: 2 talks ended though their Asterisk lived',
    'kills: 1 callers lost their place in line',
  ]);
});

test('a table stays a table whatever stands in its cells', () => {
  const { faults } = aProof();
  const report = proofReport(
    aProof({ faults: { ...faults!, lines: [{ ...faults!.lines[0]!, note: 'one | two\nthree' }] } }),
  );
  expect(report).toContain('one \\| two three |');
});

test('a figure beyond its bound breaks its promise, one that was not taken breaks none', () => {
  expect(brokenBy(loadPromises, { requestP95Ms: 1_000, soundLeast: 49, refusedRequests: null })).toEqual([]);
  expect(brokenBy(loadPromises, { requestP95Ms: 1_001, soundLeast: 48.9 }).map(({ name }) => name)).toEqual([
    'requestP95Ms',
    'soundLeast',
  ]);
});

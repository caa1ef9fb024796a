import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '../../../bench/cpu-time.ts';
import { PAUSE_MOST_SEC } from './promises.ts';
import type { ProvenHouse, ProvenProcess } from './proven-house.ts';

/** Something that is done to a part of the house, and undone. */
export interface ProvenFault {
  name: string;
  /** Null: how long it takes is told, and nothing promised. */
  pauseMostSec: number | null;
  note: string;
  /** Records of calls meanwhile say what a wrong clock said: their moments are not compared. */
  isOfClock?: true;
  /** What is not there on this machine; null: it can be tried. */
  lacks?(): string | null;
  /** To a process that is at home to some of the teams. */
  act(house: ProvenHouse, victim: ProvenProcess): Promise<void>;
}

const STAND_STILL_MS = 7_000;
const SPOILT_MS = 6_000;
const HOUR_MS = 3_600_000;

async function during(begin: () => void, ms: number, end: () => void): Promise<void> {
  begin();
  try {
    await wait(ms);
  } finally {
    end();
  }
}

const spoil = (which: 'database' | 'peers', state: 'slow' | 'held' | 'cut'): ProvenFault['act'] => {
  return (_house, victim) =>
    during(
      () => victim[which].become(state),
      SPOILT_MS,
      () => victim[which].become('open'),
    );
};

const step = (ms: number): ProvenFault['act'] => {
  return async (_house, victim) => {
    victim.send({ stepMs: ms });
    await wait(SPOILT_MS);
    victim.send({ stepMs: -ms });
  };
};

/** All processes of PostgreSQL stand still, its connections too. */
async function freezeDatabase(house: ProvenHouse): Promise<void> {
  const pids = [house.databasePid(), ...childrenOf(house.databasePid()).map(Number)];
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => (): void => {
    for (const pid of pids)
      try {
        process.kill(pid, signal);
      } catch {
        // It ended meanwhile.
      }
  };
  await during(signalAll('SIGSTOP'), SPOILT_MS - 1_000, signalAll('SIGCONT'));
}

/** While the fault itself lasts nobody can be served; what counts is what it takes longer. */
const lasting = (ms: number): number => PAUSE_MOST_SEC + ms / 1_000;

export const provenFaults: readonly ProvenFault[] = [
  {
    name: 'a process killed (SIGKILL), started again',
    pauseMostSec: PAUSE_MOST_SEC,
    note: '',
    async act(_house, victim) {
      victim.signal('SIGKILL');
      await victim.restart();
    },
  },
  {
    name: 'a process told to stop (SIGTERM), started again',
    pauseMostSec: PAUSE_MOST_SEC,
    note: 'calls may take 10 s to end by themselves',
    async act(_house, victim) {
      victim.signal('SIGTERM');
      await victim.restart();
    },
  },
  {
    name: `a process frozen for ${STAND_STILL_MS / 1_000} s (SIGSTOP)`,
    pauseMostSec: PAUSE_MOST_SEC,
    note: '',
    act: (_house, victim) =>
      during(
        () => victim.signal('SIGSTOP'),
        STAND_STILL_MS,
        () => victim.signal('SIGCONT'),
      ),
  },
  {
    name: 'its way to PostgreSQL cut for 6 s',
    pauseMostSec: PAUSE_MOST_SEC,
    note: 'connections reset, new ones refused',
    act: spoil('database', 'cut'),
  },
  {
    name: 'its way to PostgreSQL held for 6 s',
    pauseMostSec: PAUSE_MOST_SEC,
    note: 'as a pulled cable: no byte, no reset',
    act: spoil('database', 'held'),
  },
  {
    name: 'its way to PostgreSQL slow for 6 s',
    pauseMostSec: PAUSE_MOST_SEC,
    note: '100 ms each way',
    act: spoil('database', 'slow'),
  },
  {
    name: 'the way between processes cut for 6 s',
    pauseMostSec: lasting(SPOILT_MS),
    note: 'who came to the other process is told to come again until it is back',
    act: spoil('peers', 'cut'),
  },
  {
    name: 'the way between processes held for 6 s',
    pauseMostSec: lasting(SPOILT_MS),
    note: '',
    act: spoil('peers', 'held'),
  },
  {
    name: 'the way between processes slow for 6 s',
    pauseMostSec: PAUSE_MOST_SEC,
    note: '100 ms each way',
    act: spoil('peers', 'slow'),
  },
  {
    name: 'all clients lose their connections at once',
    pauseMostSec: PAUSE_MOST_SEC,
    note: '',
    async act(house) {
      house.cutClients();
    },
  },
  {
    name: 'the clock of a process set forward an hour, and back',
    pauseMostSec: PAUSE_MOST_SEC,
    note: 'the wall clock of the process, not the database’s; moments of its records meanwhile are not compared',
    isOfClock: true,
    act: step(HOUR_MS),
  },
  {
    name: 'the clock of a process set back ten minutes, and forward',
    pauseMostSec: PAUSE_MOST_SEC,
    note: '',
    isOfClock: true,
    act: step(-HOUR_MS / 6),
  },
  {
    name: 'PostgreSQL killed (SIGKILL), started again by its keeper',
    pauseMostSec: null,
    note: 'one database: nobody else can serve',
    async act(house) {
      process.kill(house.databasePid(), 'SIGKILL');
    },
  },
  {
    name: 'PostgreSQL frozen for 5 s (SIGSTOP)',
    pauseMostSec: null,
    note: 'one database: nobody else can serve',
    act: freezeDatabase,
  },
];

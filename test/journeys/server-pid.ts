import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journeyPort } from './port.ts';

/** Where the process under test is named, for journeys that take it away. */
export const serverPidFile = (port = journeyPort()): string => join(tmpdir(), `openseat-journeys-${port}.pid`);

/** The server is gone from one moment to the next, and comes back by itself on the same data. */
export const killServer = (): boolean => process.kill(Number(readFileSync(serverPidFile(), 'utf8')), 'SIGKILL');

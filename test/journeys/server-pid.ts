import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the process under test is named, for journeys that take it away. */
export const serverPidFile = (): string => join(tmpdir(), `openseat-journeys-${process.env['PORT'] ?? process.env['JOURNEY_PORT'] ?? 3_199}.pid`);

/** The server is gone from one moment to the next, and comes back by itself on the same data. */
export const killServer = (): boolean => process.kill(Number(readFileSync(serverPidFile(), 'utf8')), 'SIGKILL');

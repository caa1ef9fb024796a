import { join } from 'node:path';

/** Its folder. */
export const root = join(import.meta.dirname, '../../..');

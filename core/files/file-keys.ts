const KEY = /^[a-z0-9][a-z0-9/_.-]{0,200}$/;

/** Behind the keys of files that were sealed from the first day on: what lies there unsealed was not put there by us. */
export const SEALED_ENDING = '.osf';

/** Throws for what is no key of our own making: it could lead out of the place. */
export function assertFileKey(key: string): void {
  if (!KEY.test(key) || key.includes('..') || key.includes('//'))
    throw new Error('a file key of our own making was expected');
}

import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '#shared/errors.ts';

const AGAIN_MS = 100;
const TRIES = 10;

/**
 * Reads what pages ask for as soon as they are told of it, when that is written down a moment later: what is not there yet is read
 * again for a second, as long as it may come. Anything else is refused at once.
 */
export async function retryRead<T>(mayCome: () => boolean, read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (thrown) {
      const isMissing = thrown instanceof Failure && (thrown.name === 'notFound' || thrown.name === 'notAllowed');
      if (!isMissing || tries >= TRIES || !mayCome()) throw thrown;
    }
    await pause(AGAIN_MS);
  }
}

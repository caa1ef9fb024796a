import { Readable } from 'node:stream';

/**
 * A stream of what `next` brings, one piece after another; null is the end. However it ends, and also when nobody read any of it,
 * `close` lets go of where it comes from.
 */
export function pulled(next: () => Promise<Uint8Array | null>, close: () => void | Promise<void>): Readable {
  return new Readable({
    highWaterMark: 65_536,
    read() {
      nextWithBytes(next).then(
        (piece) => this.push(piece),
        (problem: unknown) => this.destroy(problem as Error),
      );
    },
    destroy(problem, done) {
      void Promise.resolve()
        .then(close)
        .then(
          () => done(problem),
          () => done(problem),
        );
    },
  });
}

/** A stream that is given nothing does not ask again. */
async function nextWithBytes(next: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  for (;;) {
    const piece = await next();
    if (piece === null || piece.byteLength > 0) return piece;
  }
}

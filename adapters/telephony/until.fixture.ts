const PATIENCE_MS = 15_000;

/** Looks again and again until there is something to see. */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  const startedMs = performance.now();
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() - startedMs > PATIENCE_MS) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

export type Checks = ReturnType<typeof openChecks>;

/** One line for each thing that was looked at; what one leaves behind is tidied up before the next. */
export function openChecks(name: string, tidyUp: () => Promise<void>) {
  const failed: string[] = [];
  const wanted = new RegExp(process.env['INTEROP_ONLY'] ?? '');
  let passed = 0;
  let leftOut = 0;

  async function attempt(title: string, work: () => Promise<string | void>): Promise<void> {
    const sinceMs = Date.now();
    try {
      const figures = await work();
      passed += 1;
      console.log(`${name}: ${title}${figures ? `: ${figures}` : ''} (${Date.now() - sinceMs} ms)`);
    } catch (problem) {
      failed.push(title);
      console.error(`${name}: FAILED ${title}: ${problem instanceof Error ? problem.message : String(problem)}`);
    }
  }
  return {
    /** One that others build upon is made whatever `INTEROP_ONLY` says. */
    async check(title: string, work: () => Promise<string | void>, { isBase = false } = {}): Promise<void> {
      if (!isBase && !wanted.test(title)) return void leftOut++;
      await attempt(title, work);
      await tidyUp().catch((problem: Error) => console.error(`${name}: after “${title}”: ${problem.message}`));
    },
    /** `by` is what was played with. Throws where anything failed. */
    end(by: string): string[] {
      if (failed.length > 0)
        throw new Error(`${failed.length} of ${passed + failed.length} checks failed with ${by}: ${failed.join('; ')}`);
      return [`${passed} checks passed with ${by}${leftOut > 0 ? `, ${leftOut} left out by INTEROP_ONLY` : ''}`];
    },
  };
}

export function expectThat(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`expected ${what}`);
}

import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDrivenPage, type DrivenPage, type Driver } from './driven-page.ts';

/** Uses a browser and closes it; where something went wrong, a picture of what it showed is left behind. */
export async function withPage(driver: Driver, use: (page: DrivenPage) => Promise<string[]>): Promise<string[]> {
  const page = openDrivenPage(driver);
  try {
    return await use(page);
  } catch (problem) {
    const file = join(tmpdir(), `openseat-interop-${process.pid}.png`);
    writeFileSync(file, await page.picture());
    throw new Error(`it showed ${file}`, { cause: problem });
  } finally {
    await page.close();
  }
}

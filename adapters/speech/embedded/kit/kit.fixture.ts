import { join } from 'node:path';
import { installKit } from './install-kit.ts';
import { kitPackages, kitVersion } from './packages.ts';

/** Where tests keep the kit, or would. */
export const testKitFolder = (): string =>
  join(import.meta.dirname, '../../../../node_modules/.cache', `openseat-speech-${kitVersion(kitPackages())}`);

/** A data folder with the whole kit for tests, and the kit in it: fetched by the first, kept for all that follow. Fails where it cannot be fetched. */
export async function testKit(): Promise<{ dataDir: string; kit: string }> {
  const dataDir = testKitFolder();
  return { dataDir, kit: await installKit({ folder: join(dataDir, 'speech') }) };
}

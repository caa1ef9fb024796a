import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installKit } from './install-kit.ts';
import { kitPackages, kitVersion } from './packages.ts';

/** A data folder with the whole kit for tests: fetched by the first, kept for all that follow. Fails where it cannot be fetched. */
export async function testKitDataDir(): Promise<string> {
  const dataDir = join(tmpdir(), `openseat-speech-${kitVersion(kitPackages())}`);
  await installKit({ folder: join(dataDir, 'speech') });
  return dataDir;
}

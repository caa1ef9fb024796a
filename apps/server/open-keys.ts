import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newKey, parseKeys, readKeys, readRetiredKeys, writeKeys } from '#platform/server/secrets/key-file.ts';
import { openSecretKeys } from '#platform/server/secrets/open-secret-keys.ts';
import type { SecretKeys } from '#platform/server/secrets/secret-keys.ts';
import { BadSetting, type Config } from './config.ts';

/** The file the keys are in; null when the setting itself holds them. */
export const keyFileOf = (
  { secretsKey, secretsKeyFile }: Pick<Config, 'secretsKey' | 'secretsKeyFile'>,
  dataDir: string,
) => (secretsKey === null ? (secretsKeyFile ?? join(dataDir, 'secrets.key')) : null);

/** The keys of this installation: of the setting, of the file it names, else of one in DATA_DIR that is made the first time. */
export function openKeys(config: Pick<Config, 'secretsKey' | 'secretsKeyFile'>, dataDir: string): SecretKeys {
  const file = keyFileOf(config, dataDir);
  if (file === null) return openSecretKeys(() => parseKeys(config.secretsKey!));
  if (!config.secretsKeyFile && !existsSync(file)) writeKeys(file, [newKey()]);
  try {
    return openSecretKeys(() => [...readKeys(file), ...readRetiredKeys(file)]);
  } catch {
    throw new BadSetting(`The keys in ${file} cannot be read: 32 bytes each in base64, the one in use first.`);
  }
}

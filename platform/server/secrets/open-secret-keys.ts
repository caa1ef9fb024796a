import { createHash } from 'node:crypto';
import { seal, unseal } from '../seal.ts';
import { UnknownSecretsKey, type SecretKeys } from './secret-keys.ts';

/** Before everything sealed, so that it is told from what was kept as it is. */
const MARK = Buffer.from('osk1');
const ID_BYTES = 8;

/** `read` gives the keys, the one in use first; asked again when something names another, as after a rotation. */
export function openSecretKeys(read: () => readonly Buffer[]): SecretKeys {
  const known = new Map<string, Buffer>();
  let current = '';

  function learn(): void {
    const keys = read();
    for (const key of keys) known.set(idOf(key), key);
    current = idOf(keys[0]!);
  }
  learn();

  const isSealed = (kept: Buffer): boolean => kept.subarray(0, MARK.length).equals(MARK);
  const keyIdOf = (kept: Buffer): string => kept.subarray(MARK.length, MARK.length + ID_BYTES).toString('hex');

  return {
    seal: (secret, bound) =>
      Buffer.concat([
        MARK,
        Buffer.from(current, 'hex'),
        seal(known.get(current)!, secret.toString('base64'), { bound }),
      ]),
    open(kept, bound) {
      if (!isSealed(kept)) return kept;
      const id = keyIdOf(kept);
      if (!known.has(id)) learn();
      const key = known.get(id);
      const opened = key ? unseal(key, kept.subarray(MARK.length + ID_BYTES), { bound }) : null;
      if (opened === null) throw new UnknownSecretsKey();
      return Buffer.from(opened, 'base64');
    },
    isFresh: (kept) => isSealed(kept) && keyIdOf(kept) === current,
  };
}

/** Tells keys apart without telling them. */
const idOf = (key: Buffer): string =>
  createHash('sha256').update('openseat secrets key').update(key).digest().subarray(0, ID_BYTES).toString('hex');

/**
 * Keys that are no part of the database: whoever takes a copy of it along, a backup or a disk, has sealed words only.
 *
 * 1. What is sealed names the key it was sealed under. New things are sealed under the first key there is, old ones open under any.
 * 2. Where no keys are given (tests, measuring) everything stays as it is.
 */
export interface SecretKeys {
  /** `bound`: what it belongs to; sealed for one, it opens for no other. */
  seal(secret: Buffer, bound: string): Buffer;
  /** Also what was never sealed, as it was kept before there were keys. Throws `UnknownSecretsKey`. */
  open(kept: Buffer, bound: string): Buffer;
  /** False for what is not sealed, or under a key that is not the first one. */
  isFresh(kept: Buffer): boolean;
}

export class UnknownSecretsKey extends Error {
  constructor() {
    super(
      'The secrets in this database are sealed under a key that is not here: SECRETS_KEY or SECRETS_KEY_FILE must name the key they were sealed with (DATA_DIR/secrets.key unless set).',
    );
  }
}

export const noSecretKeys: SecretKeys = {
  seal: (secret) => secret,
  open: (kept) => kept,
  isFresh: () => true,
};

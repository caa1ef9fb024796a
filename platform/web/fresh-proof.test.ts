import { afterEach, expect, test } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { setProofAsker, withFreshProof } from './fresh-proof.ts';

let stop = (): void => {};
afterEach(() => stop());

/** Refused until somebody showed who they are. */
function guarded() {
  let proven = false;
  return {
    prove: () => void (proven = true),
    work: async () => {
      if (!proven) throw new Failure('freshProofRequired');
      return 'done';
    },
  };
}

test('[SHELL-30] what was refused is done by itself once somebody showed who they are, asked once for many', async () => {
  const call = guarded();
  let asked = 0;
  stop = setProofAsker(async () => {
    asked += 1;
    call.prove();
    return true;
  });
  expect(await Promise.all([withFreshProof(call.work), withFreshProof(call.work)])).toEqual(['done', 'done']);
  expect(asked).toBe(1);
});

test('[SHELL-30] whoever does not want to say who they are gets the refusal, and so does a page without a session', async () => {
  const call = guarded();
  stop = setProofAsker(async () => false);
  await expect(withFreshProof(call.work)).rejects.toMatchObject({ name: 'freshProofRequired' });
  stop();
  await expect(withFreshProof(call.work)).rejects.toMatchObject({ name: 'freshProofRequired' });
});

import { afterEach, expect, test } from 'vitest';
import { Failure } from '#shared/failure.ts';
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

test('[SHELL-30] a call that wants the second factor asks for that, also while another asks for less', async () => {
  const shown = new Set<string>();
  const wanting = (detail?: string) => async () => {
    if (!shown.has(detail ?? 'any')) throw new Failure('freshProofRequired', detail);
    return 'done';
  };
  const asked: string[] = [];
  stop = setProofAsker(async (wanted) => {
    asked.push(wanted);
    shown.add(wanted);
    return true;
  });
  expect(await Promise.all([withFreshProof(wanting()), withFreshProof(wanting('factor'))])).toEqual(['done', 'done']);
  expect(asked).toEqual(['any', 'factor']);
});

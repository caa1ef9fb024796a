import type { FactorProofMark } from '#shared/endpoint.ts';
import { FACTOR_PROOF } from '#shared/factor-proof.ts';
import { Failure } from '#shared/failure.ts';

/** What is to be shown: anything somebody has or knows, or the second factor they have. */
export type ProofWanted = 'any' | FactorProofMark;
/** Asks whoever sits here to show who they are; false when they do not want to. */
type Asker = (wanted: ProofWanted) => Promise<boolean>;

let asker: Asker | null = null;
let asking: { wanted: ProofWanted; answer: Promise<boolean> } | null = null;

/** Who asks while a session lasts; the answer ends it. */
export function setProofAsker(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

function ask(by: Asker, wanted: ProofWanted) {
  asking ??= {
    wanted,
    answer: by(wanted).finally(() => {
      asking = null;
    }),
  };
  return asking;
}

/**
 * Does what was asked for; where the server wants to know first who is there, asks and does it again by itself. Calls
 * that are refused at the same time wait for one answer.
 */
export async function withFreshProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.name !== 'freshProofRequired' || !asker) throw error;
    const wanted = error.detail === FACTOR_PROOF ? FACTOR_PROOF : 'any';
    const asked = ask(asker, wanted);
    if (!(await asked.answer)) throw error;
    // Another call asked for less: this one asks for itself.
    return asked.wanted === wanted ? work() : withFreshProof(work);
  }
}

import { Failure } from '#shared/errors.ts';

/** Asks whoever sits here to show who they are; false when they do not want to. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let asking: Promise<boolean> | null = null;

/** Who asks while a session lasts; the answer ends it. */
export function setProofAsker(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
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
    asking ??= asker().finally(() => {
      asking = null;
    });
    if (!(await asking)) throw error;
    return work();
  }
}

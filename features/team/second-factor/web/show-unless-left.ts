import { Failure } from '#shared/failure.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';

/** Whoever closed the question who they are knows why nothing happened; everything else is told. */
export function showUnlessLeft(error: unknown): void {
  if (!(error instanceof Failure) || error.name !== 'freshProofRequired') handleFailure(error);
}

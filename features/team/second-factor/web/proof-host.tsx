import { Suspense } from 'react';
import { lazy } from '#platform/web/lazy-part.ts';
import { useStore } from '#platform/web/use-store.ts';
import { openQuestion } from './proof-question.ts';

const ProofDialog = lazy(() => import('./proof-dialog.tsx'));

/** Draws the question who is there, while it is asked. */
export default function ProofHost() {
  const question = useStore(openQuestion);
  return (
    question && (
      <Suspense fallback={null}>
        <ProofDialog wanted={question.wanted} onAnswer={question.answer} />
      </Suspense>
    )
  );
}

import { Suspense } from 'react';
import { ListenedGroup } from '#features/voice/monitoring/web/index.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { Subject } from '../subject.ts';

/** Whoever listens keeps an eye on the group of the call; nobody else sees the board here. */
export function GroupBeside({ subject }: { subject: Subject | null }) {
  const mayLook = useCan()('monitoring.view');
  if (!mayLook || subject?.at !== 'monitoring' || subject.callId === null) return null;
  return (
    <Suspense fallback={null}>
      <ListenedGroup key={subject.callId} callId={subject.callId} />
    </Suspense>
  );
}

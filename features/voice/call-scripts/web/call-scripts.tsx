import { useEffect, useState } from 'react';
import { CALLS_CHANGED } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';
import { scriptsApi } from '../contract.ts';
import { CallSteps } from './call-steps.tsx';
import './call-scripts.css';

const KEPT_MS = 60_000;

/** What to say in this call: the fittest script, others to choose from. Nothing where there is none. */
export default function CallScripts({ callId }: { callId: string }) {
  const t = useText();
  const may = useCan()('scripts.use');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const {
    data: scripts,
    isError,
    refetch,
  } = useEndpoint(scriptsApi.scriptInfo, { callId }, { enabled: may, staleMs: KEPT_MS, handlesFailures: true });
  // The book may be a moment behind a call that begins: what was refused is asked again when the call goes on.
  useEffect(() => (isError ? onEvent(CALLS_CHANGED, () => void refetch()) : undefined), [isError, refetch]);
  const shown = scripts?.find(({ id }) => id === chosenId) ?? scripts?.[0];
  if (!scripts || !shown) return null;
  return (
    <section className="bench-part call-script" aria-label={t('scripts.inCall')}>
      <h3>{t('scripts.inCall')}</h3>
      {scripts.length > 1 ? (
        <select
          aria-label={t('scripts.choose')}
          value={shown.id}
          onChange={(event) => setChosenId(Number(event.currentTarget.value))}
        >
          {scripts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <b>{shown.name}</b>
      )}
      <p>{shown.content}</p>
      {shown.steps.length > 0 && <CallSteps key={shown.id} callId={callId} script={shown} />}
    </section>
  );
}

import { Route } from 'lucide-react';
import { callLabelsApi } from '#features/voice/call-labels/contract.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { MarkColour } from '#shared/codes/mark-colour.ts';
import './handed-call.css';

/** Of a call that colleagues had before: who asks or gave it, why, who had it, and what they wrote. Nothing of any other, nor for who listens: they were given nothing. */
export function HandedCall({ live }: { live: LiveCall }) {
  const t = useText();
  const can = useCan();
  const { callId, handed, hadBy, role, transfer } = live;
  const isHanded = role !== 'supervisor' && (handed !== null || hadBy.length > 0);
  const notes = useEndpoint(callsApi.notes, { callId }, { enabled: isHanded, handlesFailures: true }).data;
  const label = useEndpoint(
    callLabelsApi.ofCalls,
    { callIds: [callId] },
    { enabled: isHanded && can('call-labels.use'), handlesFailures: true },
  ).data?.[0];
  if (!isHanded) return null;
  // The reason is kept as a note, too: it is not said twice.
  const note = notes?.find(({ text }) => text !== handed?.reason);
  return (
    <section className="handed-call" aria-label={t('softphone.handed.title')}>
      {handed && <b>{t(`softphone.handed.${handed.kind}`, { name: handed.by })}</b>}
      {role === 'third' && transfer?.talkingTo === 'both' && <span>{t('softphone.handed.three')}</span>}
      {role === 'third' && transfer?.muted.includes('third') && (
        <b role="status" data-warning>
          {t('softphone.handed.muted')}
        </b>
      )}
      {handed?.reason && <q>{handed.reason}</q>}
      {hadBy.length > 0 && (
        <span>
          <Route size={13} aria-hidden /> {t('softphone.handed.before', { names: hadBy.join(' → ') })}
        </span>
      )}
      {label && <Badge tone={MarkColour.row(label.colour).tone}>{label.name}</Badge>}
      {note && (
        <p>
          {note.text} <small>{note.author}</small>
        </p>
      )}
    </section>
  );
}

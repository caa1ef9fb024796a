import { callsApi } from '#features/voice/calls/contract.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';

/** What people wrote down during the call, newest first; nothing where nobody did. */
export function CallNotes({ callId }: { callId: string }) {
  const t = useText();
  const format = useFormat();
  const { data } = useEndpoint(callsApi.notes, { callId }, { handlesFailures: true });
  if (!data || data.length === 0) return null;
  return (
    <section className="record-part">
      <h3>{t('call-records.detail.notes')}</h3>
      <ul className="call-notes">
        {data.map(({ id, text, author, createdAt }) => (
          <li key={id}>
            <p>{text}</p>
            <small>
              {author} · {format.dateTime(createdAt)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

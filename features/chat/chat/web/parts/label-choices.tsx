import { callLabelsApi } from '#features/voice/call-labels/contract.ts';
import { MarkColour } from '#shared/codes/mark-colour.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';

/** What a conversation was about; the labels are those of calls. */
export function LabelChoices({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const t = useText();
  const can = useCan();
  const { data } = useEndpoint(callLabelsApi.list, {}, { handlesFailures: true, enabled: can('call-labels.use') });
  if (!data || data.labels.length === 0) return null;
  return (
    <fieldset className="desk-labels chat-labels">
      <legend>{t('chat.label')}</legend>
      {data.labels.map(({ id, name, colour }) => (
        <label key={id} data-tone={MarkColour.row(colour).tone}>
          <input
            type="checkbox"
            className="visually-hidden"
            checked={value === id}
            onChange={() => onChange(value === id ? null : id)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

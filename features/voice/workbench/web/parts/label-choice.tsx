import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { MarkColour } from '#shared/codes/mark-colour.ts';
import { callLabelsApi } from '#features/voice/call-labels/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { BenchKey } from '../bench-keys.ts';

const DIGITS = 9;

/** What the call was about. With the focus inside, a digit chooses. */
export function LabelChoice({ callId }: { callId: string }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(callLabelsApi.list, {}, { staleMs: 300_000, handlesFailures: true });
  const chosen = useEndpoint(callLabelsApi.ofCalls, { callIds: [callId] }, { handlesFailures: true }).data?.[0];
  const choose = useCommand(callLabelsApi.choose, {
    invalidates: [callLabelsApi.ofCalls],
    patientAs: `label of ${callId}`,
  });
  const labelId = choose.isPending ? choose.variables.labelId : (chosen?.labelId ?? null);
  const set = (next: number | null) => next !== labelId && choose.mutate({ callId, labelId: next });

  function onKeyDown(event: KeyboardEvent): void {
    const label =
      /^[1-9]$/.test(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey
        ? data?.labels[Number(event.key) - 1]
        : undefined;
    if (!label) return;
    event.preventDefault();
    set(label.id);
  }

  if (data && data.labels.length === 0) return null;
  const focused = data?.labels.some(({ id }) => id === labelId) ? labelId : data?.labels[0]?.id;
  return (
    <fieldset className="bench-part desk-labels bench-labels">
      <legend>
        <h3>
          {t('workbench.label')}
          {data?.required && labelId === null && <em>{t('workbench.labelNeeded')}</em>}
          <kbd aria-hidden>{altKeyText(BenchKey.label)}</kbd>
        </h3>
      </legend>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines />
      ) : (
        <div>
          {data.labels.map(({ id, name, colour }, index) => (
            <label key={id} data-tone={MarkColour.row(colour).tone}>
              <input
                type="radio"
                name={`label ${callId}`}
                className="visually-hidden"
                data-bench={id === focused ? 'label' : undefined}
                checked={id === labelId}
                onChange={() => set(id)}
                onKeyDown={onKeyDown}
                aria-keyshortcuts={index < DIGITS ? String(index + 1) : undefined}
              />
              <span>{name}</span>
              {index < DIGITS && <kbd aria-hidden>{index + 1}</kbd>}
            </label>
          ))}
        </div>
      )}
      {labelId !== null && (
        <Button variant="subtle" size="compact-xs" color="gray" onClick={() => set(null)}>
          {t('workbench.labelNone')}
        </Button>
      )}
    </fieldset>
  );
}

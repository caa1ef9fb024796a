import { Switch } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { MarkRow } from '#platform/web/ui/marks/mark-row.tsx';
import type { OrderSteps } from '#platform/web/ui/marks/order.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { callLabelsApi, type CallLabel } from '../contract.ts';

export const NAME_MAX = 40;
const invalidates = [callLabelsApi.all, callLabelsApi.list];

/** One label, and whether agents can choose it. */
export function LabelRow({ label: { id, name, colour, enabled }, steps }: { label: CallLabel; steps: OrderSteps }) {
  const t = useText();
  const update = useCommand(callLabelsApi.update, { invalidates });
  const remove = useCommand(callLabelsApi.delete, { invalidates });
  const now = { id, name, colour, enabled };
  return (
    <MarkRow
      {...steps}
      name={name}
      nameLabel={t('call-labels.nameOf', { name })}
      nameMax={NAME_MAX}
      onRename={(next) => update.mutateAsync({ ...now, name: next })}
      colour={colour}
      colourLabel={t('call-labels.colourOf', { name })}
      onColour={(next) => update.mutate({ ...now, colour: next })}
      up={t('call-labels.up', { name })}
      down={t('call-labels.down', { name })}
      removal={{
        title: t('call-labels.deleteTitle', { name }),
        body: t('call-labels.deleteBody'),
        yes: t('call-labels.delete'),
      }}
      onRemove={() => remove.mutate({ id })}
    >
      <Switch
        aria-label={t('call-labels.offered', { name })}
        data-hint={t('call-labels.offeredHint')}
        checked={enabled}
        onChange={(event) => update.mutate({ ...now, enabled: event.currentTarget.checked })}
      />
    </MarkRow>
  );
}

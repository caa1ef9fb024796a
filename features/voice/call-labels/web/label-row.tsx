import { ActionIcon, Switch, TextInput } from '@mantine/core';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { ColourChoice } from '#platform/web/ui/colour-choice.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { callLabelsApi, type CallLabel } from '../contract.ts';

export const NAME_MAX = 40;

interface LabelRowProps {
  label: CallLabel;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

/** One label; its name is saved when the field is left. */
export function LabelRow({ label: { id, name, colour, enabled }, onUp, onDown }: LabelRowProps) {
  const t = useText();
  const [typed, setTyped] = useState(name);
  const invalidates = [callLabelsApi.all, callLabelsApi.list];
  const update = useCommand(callLabelsApi.update, { invalidates, onFailed: () => setTyped(name) });
  const remove = useCommand(callLabelsApi.delete, { invalidates });
  const save = (part: Partial<Pick<CallLabel, 'name' | 'colour' | 'enabled'>>) =>
    update.mutate({ id, name, colour, enabled, ...part });

  function leave(): void {
    const next = typed.trim();
    if (next === '') setTyped(name);
    else if (next !== name) save({ name: next });
  }
  async function askToDelete(): Promise<void> {
    if (
      await confirm({
        title: t('call-labels.deleteTitle', { name }),
        body: t('call-labels.deleteBody'),
        yes: t('call-labels.delete'),
        danger: true,
      })
    )
      remove.mutate({ id });
  }

  return (
    <li>
      <ColourChoice
        colour={colour}
        name={t('call-labels.colourOf', { name })}
        onChange={(next) => save({ colour: next })}
      />
      <TextInput
        aria-label={t('call-labels.nameOf', { name })}
        maxLength={NAME_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <Switch
        aria-label={t('call-labels.offered', { name })}
        data-hint={t('call-labels.offeredHint')}
        checked={enabled}
        onChange={(event) => save({ enabled: event.currentTarget.checked })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={!onUp}
        aria-label={t('call-labels.up', { name })}
        onClick={() => onUp?.()}
      >
        <ChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={!onDown}
        aria-label={t('call-labels.down', { name })}
        onClick={() => onDown?.()}
      >
        <ChevronDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={t('call-labels.deleteTitle', { name })}
        onClick={() => void askToDelete()}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

import { Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { MarkColour } from '#shared/codes/mark-colour.ts';
import { useText } from '#platform/web/i18n.ts';
import { ColourChoice } from '#platform/web/ui/colour-choice.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { callLabelsApi } from '../contract.ts';
import { NAME_MAX } from './label-row.tsx';

/** A new label; it stands last. */
export function LabelAdding() {
  const t = useText();
  const [name, setName] = useState('');
  const [colour, setColour] = useState<MarkColour>('green');
  const add = useCommand(callLabelsApi.add, {
    invalidates: [callLabelsApi.all, callLabelsApi.list],
    onDone: () => setName(''),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') add.mutate({ name: name.trim(), colour, enabled: true });
      }}
    >
      <ColourChoice colour={colour} name={t('call-labels.newColour')} onChange={setColour} />
      <TextInput
        aria-label={t('call-labels.newName')}
        placeholder={t('call-labels.newName')}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        type="submit"
        loading={add.isPending}
        disabled={name.trim() === ''}
        leftSection={<Plus size={16} aria-hidden />}
      >
        {t('call-labels.add')}
      </Button>
    </form>
  );
}

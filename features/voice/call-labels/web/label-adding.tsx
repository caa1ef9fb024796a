import { useState } from 'react';
import type { MarkColour } from '#shared/codes/mark-colour.ts';
import { useText } from '#platform/web/i18n.ts';
import { ColourChoice } from '#platform/web/ui/colour-choice.tsx';
import { NameAdding } from '#platform/web/ui/marks/name-adding.tsx';
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
    <NameAdding
      label={t('call-labels.newName')}
      button={t('call-labels.add')}
      name={name}
      nameMax={NAME_MAX}
      onName={setName}
      isPending={add.isPending}
      onAdd={(wanted) => add.mutate({ name: wanted, colour, enabled: true })}
    >
      <ColourChoice colour={colour} name={t('call-labels.newColour')} onChange={setColour} />
    </NameAdding>
  );
}

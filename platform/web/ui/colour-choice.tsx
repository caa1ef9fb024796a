import { NativeSelect } from '@mantine/core';
import { MarkColour } from '#shared/codes/mark-colour.ts';
import { useLanguage } from '../i18n.ts';
import { codeChoices } from './code-badge.tsx';
import './colour-choice.css';

/** One of the colours of the product, by name. */
export function ColourChoice({
  colour,
  name,
  onChange,
}: {
  colour: MarkColour;
  name: string;
  onChange: (colour: MarkColour) => void;
}) {
  useLanguage();
  return (
    <NativeSelect
      className="colour-choice"
      leftSection={<i aria-hidden data-tone={MarkColour.row(colour).tone} />}
      aria-label={name}
      value={colour}
      data={codeChoices(MarkColour)}
      onChange={(event) => onChange(event.currentTarget.value as MarkColour)}
    />
  );
}

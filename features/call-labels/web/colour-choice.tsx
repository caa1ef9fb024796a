import { NativeSelect } from '@mantine/core';
import type { Tone } from '#shared/codes.ts';
import { useText } from '#platform/web/i18n.ts';
import '#platform/web/ui/badges.css';
import type { LabelColour } from '../contract.ts';

const colours = ['green', 'blue', 'violet', 'amber', 'red', 'grey'] as const satisfies readonly LabelColour[];
const tones: Record<LabelColour, Tone> = { green: 'green', blue: 'blue', violet: 'violet', amber: 'warning', red: 'red', grey: 'grey' };

/** One of the colours of the product, by name. */
export function ColourChoice({ colour, name, onChange }: { colour: LabelColour; name: string; onChange: (colour: LabelColour) => void }) {
  const t = useText();
  return (
    <NativeSelect
      className="colour-choice"
      leftSection={<i aria-hidden data-tone={tones[colour]} />}
      aria-label={name}
      value={colour}
      data={colours.map((value) => ({ value, label: t(`call-labels.colour.${value}`) }))}
      onChange={(event) => onChange(event.currentTarget.value as LabelColour)}
    />
  );
}

import { NativeSelect } from '@mantine/core';
import type { Tone } from '#shared/codes.ts';
import { useText } from '#platform/web/i18n.ts';
import '#platform/web/ui/badges.css';
import { TAG_COLOURS, type TagColour } from '../../contract.ts';

const tones: Record<TagColour, Tone> = { green: 'green', blue: 'blue', violet: 'violet', amber: 'warning', red: 'red', grey: 'grey' };

/** One of the colours of the product, by name. */
export function ColourChoice({ colour, name, onChange }: { colour: TagColour; name: string; onChange: (colour: TagColour) => void }) {
  const t = useText();
  return (
    <NativeSelect
      className="tag-colour"
      leftSection={<i aria-hidden data-tone={tones[colour]} />}
      aria-label={name}
      value={colour}
      data={TAG_COLOURS.map((value) => ({ value, label: t(`tags.colour.${value}`) }))}
      onChange={(event) => onChange(event.currentTarget.value as TagColour)}
    />
  );
}

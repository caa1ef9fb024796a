import type { TagColour } from '#features/tags/contract.ts';
import type { Tone } from '#shared/codes.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';

const tones: Record<TagColour, Tone> = { green: 'green', blue: 'blue', violet: 'violet', amber: 'warning', red: 'red', grey: 'grey' };

/** The tags of a customer; in a table those that do not fit are counted. */
export function TagList({ tags, most = 50 }: { tags: readonly { id: number; name: string; colour: TagColour }[]; most?: number }) {
  const left = tags.length - most;
  return (
    <span className="tag-list">
      {tags.slice(0, most).map(({ id, name, colour }) => <Badge key={id} tone={tones[colour]}>{name}</Badge>)}
      {left > 0 && <small title={tags.slice(most).map(({ name }) => name).join(', ')}>+{left}</small>}
    </span>
  );
}

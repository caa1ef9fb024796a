import { MarkColour } from '#shared/codes/mark-colour.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';

/** The tags of a customer; in a table those that do not fit are counted. */
export function TagList({
  tags,
  most = 50,
}: {
  tags: readonly { id: number; name: string; colour: MarkColour }[];
  most?: number;
}) {
  const left = tags.length - most;
  return (
    <span className="tag-list">
      {tags.slice(0, most).map(({ id, name, colour }) => (
        <Badge key={id} tone={MarkColour.row(colour).tone}>
          {name}
        </Badge>
      ))}
      {left > 0 && (
        <small
          title={tags
            .slice(most)
            .map(({ name }) => name)
            .join(', ')}
        >
          +{left}
        </small>
      )}
    </span>
  );
}

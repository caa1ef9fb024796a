import type { LucideIcon } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import type { TimelineEntry } from '../../contract.ts';

/** What an entry says under a name, if it is of this type. */
export const has = <T extends 'string' | 'number'>(body: Record<string, unknown>, name: string, type: T) =>
  typeof body[name] === type ? (body[name] as T extends 'string' ? string : number) : null;

interface TimelineItemProps {
  entry: TimelineEntry;
  tone: string;
  icon: LucideIcon;
  /** What follows time and person in the first line. */
  says?: React.ReactNode;
  children?: React.ReactNode;
}

/** One thing that happened: its mark, when it was, who did it, and what there is to say about it. */
export function TimelineItem({ entry: { at, who }, tone, icon: Icon, says, children }: TimelineItemProps) {
  const format = useFormat();
  return (
    <li data-tone={tone}>
      <span className="timeline-mark" aria-hidden>
        <Icon size={15} />
      </span>
      <div>
        <p className="timeline-head">
          <b>{format.dateTime(at)}</b>
          {who && <span>{who}</span>}
          {says}
        </p>
        {children}
      </div>
    </li>
  );
}

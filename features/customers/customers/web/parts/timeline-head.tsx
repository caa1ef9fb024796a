import { useFormat } from '#platform/web/format.ts';
import type { TimelineEntry } from '../../contract.ts';

/** What an entry says under a name, if it is of this type. */
export const has = <T extends 'string' | 'number'>(body: Record<string, unknown>, name: string, type: T) =>
  typeof body[name] === type ? (body[name] as T extends 'string' ? string : number) : null;

/** When it was, and who did it. */
export function TimelineHead({ entry: { at, who }, children }: { entry: TimelineEntry; children?: React.ReactNode }) {
  const format = useFormat();
  return (
    <p className="timeline-head">
      <b>{format.dateTime(at)}</b>
      {who && <span>{who}</span>}
      {children}
    </p>
  );
}

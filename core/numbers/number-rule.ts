/** A rule that sends some callers of a number elsewhere than the number says. */
export interface NumberRule {
  /** Small ones are looked at first. */
  priority: number;
  /** What the callers' numbers begin with; empty: whoever calls. */
  callerPrefix: string;
  hours: 'any' | 'open' | 'closed';
  calendarName: string;
  /** Its hours are now. */
  holdsNow: boolean;
  /** What it leads to is there: a flow is published, an agent may work. */
  isReady: boolean;
  goal: { kind: 'flow' | 'group' | 'agent'; id: number; name: string };
}

import type { WorkbenchTab } from '#core/shell/workbench-tab.ts';
import type { Toast } from '#platform/web/toast.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { BlockedMedia } from '#shared/codes/blocked-media.ts';

/** What the desk shows outside its own screens, in the tab the person looks at; plain data. */
export type DeskShow =
  | { kind: 'toast'; toast: Toast }
  /** How to allow what the browser withholds. */
  | { kind: 'guide'; blocked: BlockedMedia }
  /** The browser withholds it no longer: its guide goes. */
  | { kind: 'allowed'; media: BlockedMedia }
  /** A call was missed. */
  | { kind: 'idle' }
  | { kind: 'workbench'; tab: WorkbenchTab }
  /** A call was answered: the team's own page about the customer, where it opens by itself. */
  | { kind: 'customerPage'; callId: string }
  /** A status cannot be changed now, but it can be the next one. */
  | { kind: 'offerNext'; why: string; status: AgentStatus };

/**
 * The left menu. Rules:
 * 1. An entry shows in its system only, and only to holders of its function key (the owner holds all).
 * 2. Entries of the robot and conversation sections need AI flows enabled.
 * 3. The scripts entry is hidden for the account mode `textOnly`: without calls nobody reads a script.
 * 4. The agent-status report is removed when the setting AgentStatusEnable is 'false'.
 * 5. In tenants of the kind `analytics` the dashboard stands at the top, beside the start page; elsewhere in its section. Its key
 *    decides who sees it in both: an entry that leads to "no access" helps nobody.
 * 6. A section without visible entries is not shown.
 * 7. An entry for operators shows to them alone, in whatever tenant they are: its owner is none by that.
 * 8. An entry for a seat shows to those who have that seat, whatever else they hold; without it only to holders of its `seatOr` key.
 */
export interface MenuEntry {
  /** The path it leads to. */
  key: string;
  /** Key of its text in the feature's `web/text`. */
  name: string;
  system: number;
  /** The section it stands in; none at the top. */
  section?: SectionKey;
  order: number;
  /** 'signedIn', 'operator' or a function key. */
  access: string;
  /** Only for people with this seat. */
  seat?: 'voice' | 'text';
  /** Holders of this function key see it without the seat too. */
  seatOr?: string;
  /** Name of a lucide icon the shell knows. */
  icon: string;
}

export interface MenuItem {
  key: string;
  name: string;
  icon: string;
  child: MenuItem[];
}

export interface MenuFacts {
  systemId: number;
  isOwner: boolean;
  functions: ReadonlySet<string>;
  isOperator?: boolean;
  /** The reader has the seat; none unless said. */
  voiceSeat?: boolean;
  textSeat?: boolean;
  aiFlowsEnabled: boolean;
  accountMode: string;
  tenantKind: string;
  /** The setting of that name, null where the tenant never set it. */
  agentStatusEnable: string | null;
}

export const sections = {
  interactive: { name: 'menu.interactive', needsAiFlows: false },
  customers: { name: 'menu.customers', needsAiFlows: false },
  task: { name: 'menu.task', needsAiFlows: false },
  seating: { name: 'menu.seating', needsAiFlows: false },
  robot: { name: 'menu.robot', needsAiFlows: true },
  conversation: { name: 'menu.conversation', needsAiFlows: true },
  data: { name: 'menu.data', needsAiFlows: false },
  organisation: { name: 'menu.organisation', needsAiFlows: false },
  settings: { name: 'menu.settings', needsAiFlows: false },
} as const;

export type SectionKey = keyof typeof sections;

export const SCRIPTS_KEY = '/seating/scripts';
export const AGENT_STATUS_REPORT_KEY = '/data/agentStatus';
export const DASHBOARD_KEY = '/data/dashboard';

export function menuFor(entries: readonly MenuEntry[], facts: MenuFacts): MenuItem[] {
  const shown = entries.filter((entry) => isShown(entry, facts)).sort((a, b) => a.order - b.order);
  const isTop = ({ key, section }: MenuEntry) =>
    !section || (key === DASHBOARD_KEY && facts.tenantKind === 'analytics');
  const top = shown.filter(isTop).map(leaf);
  const grouped = (Object.keys(sections) as SectionKey[]).flatMap((key) => {
    const child = shown.filter((entry) => entry.section === key && !isTop(entry)).map(leaf);
    return child.length === 0 ? [] : [{ key, name: sections[key].name, icon: '', child }];
  });
  return [...top, ...grouped];
}

const leaf = ({ key, name, icon }: MenuEntry): MenuItem => ({ key, name, icon, child: [] });

function isShown(entry: MenuEntry, facts: MenuFacts): boolean {
  if (entry.system !== facts.systemId) return false;
  if (entry.access === 'operator') return facts.isOperator === true;
  const holds = (key: string): boolean => facts.isOwner || facts.functions.has(key);
  if (
    entry.seat &&
    !(entry.seat === 'voice' ? facts.voiceSeat : facts.textSeat) &&
    !(entry.seatOr && holds(entry.seatOr))
  )
    return false;
  if (entry.section && sections[entry.section].needsAiFlows && !facts.aiFlowsEnabled) return false;
  if (entry.key === SCRIPTS_KEY && facts.accountMode === 'textOnly') return false;
  if (entry.key === AGENT_STATUS_REPORT_KEY && facts.agentStatusEnable === 'false') return false;
  return entry.access === 'signedIn' || holds(entry.access);
}

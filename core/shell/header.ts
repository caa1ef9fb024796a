/** Everything the header can hold (specification W2). The shell draws an item only if it is allowed here and a feature brought it. */
export type HeaderItemName =
  | 'autoAnswer'
  | 'lineCheck'
  | 'sms'
  | 'textSeat'
  | 'softphone'
  | 'downloads'
  | 'help'
  | 'qr'
  | 'language'
  | 'timeZone'
  | 'theme'
  | 'systemSwitcher'
  | 'userCard';

export interface HeaderFacts {
  path: string;
  /** The agent has a sip account to call with. */
  hasSip: boolean;
  textSeat: boolean;
  voiceSeat: boolean;
  /** How many systems the user belongs to. */
  systems: number;
  /** The page asks for it itself, beside the three routes of the specification. */
  pageHidesSettings?: boolean;
}

const HIDES_SETTINGS = ['/record', '/workBench', '/seating/aiCall'];
const ALWAYS: readonly HeaderItemName[] = ['downloads', 'help', 'qr', 'language', 'timeZone', 'theme', 'userCard'];

/** True where the header shows its setting control. */
export const showsSettings = ({
  path,
  pageHidesSettings = false,
}: Pick<HeaderFacts, 'path' | 'pageHidesSettings'>): boolean =>
  !pageHidesSettings && !HIDES_SETTINGS.some((one) => path === one || path.startsWith(`${one}/`));

/** The header items this user may see on this page. */
export function headerItems(facts: HeaderFacts): ReadonlySet<HeaderItemName> {
  const allowed = new Set(ALWAYS);
  if (facts.hasSip && showsSettings(facts))
    for (const name of ['autoAnswer', 'lineCheck', 'sms'] as const) allowed.add(name);
  if (facts.textSeat) allowed.add('textSeat');
  if (facts.voiceSeat) allowed.add('softphone');
  if (facts.systems > 1) allowed.add('systemSwitcher');
  return allowed;
}

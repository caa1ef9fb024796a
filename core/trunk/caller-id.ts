import { headerSafe } from '#core/telephony/header-text.ts';

/** In From: the number, or the name of the account where the carrier checks it. */
export const fromChoices = ['number', 'account'] as const;
/** Besides: P-Asserted-Identity, P-Preferred-Identity, or nowhere. */
export const vouchedChoices = ['asserted', 'preferred', 'nowhere'] as const;
/** A caller who stays unknown: From says so too, or `Privacy: id` alone does and From names the account. */
export const hiddenChoices = ['anonymous', 'privacyOnly'] as const;

/** Where a carrier wants the caller's number. */
export interface CallerIdRules {
  from: (typeof fromChoices)[number];
  vouched: (typeof vouchedChoices)[number];
  /** Vouched for whatever number is shown: the main number of the line, where the carrier asks for it. */
  vouchedNumber?: string | undefined;
  /** The host behind the number, where it is not the carrier's domain. */
  host?: string | undefined;
  hidden?: (typeof hiddenChoices)[number] | undefined;
  /** Said to have diverted every call (RFC 5806): some carriers take numbers of others only so. */
  diversion?: string | undefined;
}

export const DEFAULT_CALLER_ID: CallerIdRules = { from: 'number', vouched: 'asserted' };
export const ANONYMOUS = 'anonymous';
export const MAX_NUMBER_CHARS = 64;

export interface ShownIdentity {
  user: string;
  host: string;
  name: string;
  headers: string[];
}

/** What From says, and which headers say the rest. Without a number the caller stays unknown to all but the carrier. */
export function identityOf(
  number: string,
  { rules, account, host }: { rules: CallerIdRules; account: string | null; host: string },
): ShownIdentity {
  const isHidden = number === '' || number === ANONYMOUS;
  const vouchedFor = rules.vouchedNumber || (isHidden ? account : number);
  const header = { asserted: 'P-Asserted-Identity', preferred: 'P-Preferred-Identity', nowhere: null }[rules.vouched];
  const headers = [
    ...(header && vouchedFor ? [`${header}: <sip:${uriUser(vouchedFor)}@${host}>`] : []),
    ...(rules.diversion ? [`Diversion: <sip:${uriUser(rules.diversion)}@${host}>`] : []),
    ...(isHidden ? ['Privacy: id'] : []),
  ];
  const own = account ?? (rules.vouchedNumber || null);
  if (isHidden && (rules.hidden !== 'privacyOnly' || own === null))
    return { user: ANONYMOUS, host: 'anonymous.invalid', name: 'Anonymous', headers };
  const shownNumber = isHidden ? own! : rules.from === 'account' ? (account ?? number) : number;
  return { user: uriUser(shownNumber), host, name: '', headers };
}

/** Fit for the user part of an address. */
export const uriUser = (text: string): string =>
  encodeURIComponent(headerSafe(text, MAX_NUMBER_CHARS)).replaceAll('%2B', '+');

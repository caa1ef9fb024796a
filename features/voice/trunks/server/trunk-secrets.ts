import type { SipTrunkFields } from '../contract.ts';

/** What of a trunk nobody sees again: its password, and values of headers by their names in small letters. */
export interface TrunkSecrets {
  password: string;
  headers: Record<string, string>;
}

export const NO_TRUNK_SECRETS: TrunkSecrets = { password: '', headers: {} };

/** What is kept in the open. */
export type OpenSettings = Omit<SipTrunkFields, 'name' | 'enabled'>;

/** A secret that has to be typed in again, by the path of its field and the text that says why. */
export interface SecretMissing {
  field: string;
  why: 'trunks.wrong.passwordMissing' | 'trunks.wrong.passwordAgain' | 'trunks.wrong.headerSecret';
}

type Described = Pick<SipTrunkFields, 'domain' | 'gateways' | 'account' | 'headers'>;

/**
 * Takes the secrets out of what somebody entered. Rules:
 * 1. An empty secret is the one that is kept.
 * 2. A secret goes where it went: with a server that was not there before, or for another user, it is typed in again. Else whoever
 *    may change a trunk could have the password of another sent to a server of their own.
 * 3. Without an account there is no password, and a header that is none any more has no secret.
 */
export function partSecrets<Fields extends Described>(
  fields: Fields,
  kept: { secrets: TrunkSecrets; described: Described } | null,
): { open: Fields; secrets: TrunkSecrets } | SecretMissing {
  const goesElsewhere = kept !== null && !hostsOf(fields).every((host) => hostsOf(kept.described).includes(host));
  const { account, headers } = fields;
  const secrets: TrunkSecrets = { password: '', headers: {} };
  if (account) {
    const isOther =
      goesElsewhere ||
      kept?.described.account?.user !== account.user ||
      kept.described.account.authUser !== account.authUser;
    const had = kept?.secrets.password ?? '';
    if (account.password === '' && had === '')
      return { field: 'account.password', why: 'trunks.wrong.passwordMissing' };
    if (account.password === '' && isOther) return { field: 'account.password', why: 'trunks.wrong.passwordAgain' };
    secrets.password = account.password || had;
  }
  for (const [place, { name, value, isSecret }] of headers.entries()) {
    if (!isSecret) continue;
    const had = goesElsewhere ? '' : (kept?.secrets.headers[name.toLowerCase()] ?? '');
    if (value === '' && had === '') return { field: `headers.${place}.value`, why: 'trunks.wrong.headerSecret' };
    secrets.headers[name.toLowerCase()] = value || had;
  }
  return { open: withoutSecrets(fields), secrets };
}

function withoutSecrets<Fields extends Described>(fields: Fields): Fields {
  return {
    ...fields,
    account: fields.account && { ...fields.account, password: '' },
    headers: fields.headers.map((header) => (header.isSecret ? { ...header, value: '' } : header)),
  };
}

const hostsOf = ({ domain, gateways }: Described): string[] => [domain, ...gateways.map(({ host }) => host)];

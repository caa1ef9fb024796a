/** All of the settings that decide who somebody is: whoever chooses one of them could come in as anybody. */
export interface Vouching {
  protocol: 'saml' | 'oidc';
  idpEntityId: string;
  signInUrl: string;
  certificates: readonly string[];
  /** Which application of the provider its word is for, how that proves itself (as it is kept), and what it asks for. */
  clientId: string;
  clientSecret: string | null;
  scope: string;
  /** Whether what only we can read is all that counts. */
  encryptedOnly: boolean;
  /** Whether an answer nobody asked for counts. */
  fromProvider: boolean;
  companyDomain: string;
  emailDomains: readonly string[];
  /** Where the e-mail address stands, by which the person is found. */
  emailAttribute: string;
}

const sorted = (texts: readonly string[]): string => JSON.stringify([...texts].sort());

/** One value each; the others are lists whose order says nothing. */
const plain = [
  'protocol',
  'idpEntityId',
  'signInUrl',
  'clientId',
  'clientSecret',
  'scope',
  'encryptedOnly',
  'companyDomain',
  'emailAttribute',
] as const satisfies (keyof Vouching)[];

/** Whether people are vouched for otherwise than before: what was tried with the old settings proves nothing of the new ones. */
export const vouchesOtherwise = (before: Vouching | null, after: Vouching): boolean =>
  before === null ||
  plain.some((name) => before[name] !== after[name]) ||
  sorted(before.certificates) !== sorted(after.certificates) ||
  sorted(before.emailDomains) !== sorted(after.emailDomains);

/** Whether an owner has to say it. Where people may begin changes nothing of what was tried, but what strangers can try. */
export const isForOwners = (before: Vouching | null, after: Vouching): boolean =>
  vouchesOtherwise(before, after) || before?.fromProvider !== after.fromProvider;

/** All of the settings that decide who somebody is: whoever chooses one of them could come in as anybody. */
export interface Vouching {
  idpEntityId: string;
  signInUrl: string;
  certificates: readonly string[];
  companyDomain: string;
  emailDomains: readonly string[];
  /** Where the e-mail address stands, by which the person is found. */
  emailAttribute: string;
}

const sorted = (texts: readonly string[]): string => JSON.stringify([...texts].sort());

/**
 * Whether people are vouched for otherwise than before. That is for an owner to say, and what was tried with the old
 * settings proves nothing of the new ones.
 */
export const vouchesOtherwise = (before: Vouching | null, after: Vouching): boolean =>
  before === null ||
  before.idpEntityId !== after.idpEntityId ||
  before.signInUrl !== after.signInUrl ||
  before.companyDomain !== after.companyDomain ||
  before.emailAttribute !== after.emailAttribute ||
  sorted(before.certificates) !== sorted(after.certificates) ||
  sorted(before.emailDomains) !== sorted(after.emailDomains);

/**
 * What follows a right password: nothing, choosing one's own in the place of one that somebody else gave, showing the
 * second factor one has, or getting one because a role asks for it.
 */
export type SignInStep = 'none' | 'newPassword' | 'proof' | 'enrolment';

export const stepFor = ({
  isFirst,
  hasFactor,
  isNeeded,
}: {
  isFirst: boolean;
  hasFactor: boolean;
  isNeeded: boolean;
}): SignInStep => (isFirst ? 'newPassword' : hasFactor ? 'proof' : isNeeded ? 'enrolment' : 'none');

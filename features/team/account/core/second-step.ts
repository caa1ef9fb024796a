/** What follows a right password: nothing, showing the second factor one has, or getting one because a role asks for it. */
export type SignInStep = 'none' | 'proof' | 'enrolment';

export const stepFor = ({ hasFactor, isNeeded }: { hasFactor: boolean; isNeeded: boolean }): SignInStep =>
  hasFactor ? 'proof' : isNeeded ? 'enrolment' : 'none';

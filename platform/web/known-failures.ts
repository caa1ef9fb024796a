import type { FailureName } from '#shared/errors.ts';

interface KnownFailure {
  code: number;
  endsSession?: true;
  shownAs?: 'warning';
}

/**
 * What pages act on by themselves, and know without the table of failures, which is another file that may not come: that the session is
 * over, that the server is away, that a sign-in has to be worked for. As the table has them (`shared/errors.ts`).
 */
export const knownFailures = {
  signedOut: { code: 401, endsSession: true },
  accountDisabled: { code: 11031, endsSession: true },
  tokenExpired: { code: 12001, endsSession: true },
  tenantDisabled: { code: 12109, endsSession: true },
  signedInElsewhere: { code: 12142, endsSession: true },
  demoClosed: { code: 20214, endsSession: true },
  networkNotAllowed: { code: 20290, endsSession: true },
  unavailable: { code: 503, shownAs: 'warning' },
  captchaRequired: { code: 20203, shownAs: 'warning' },
} as const satisfies Partial<Record<FailureName, KnownFailure>>;

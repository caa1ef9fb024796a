/* What the company's answer leaves for the page in the session storage of its tab. */

/** The one-time code. */
export const COMPANY_CODE = 'openseat.sso.code';
/** What must be shown with it: made by the tab that began the sign-in, or by the server where the company began. */
export const COMPANY_VERIFIER = 'openseat.sso.verifier';
/** The page to go to afterwards; the page itself keeps here which one it had to leave. */
export const RETURN_TO = 'openseat.returnTo';

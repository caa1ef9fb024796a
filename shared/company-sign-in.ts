/** Where the page finds the one-time code after the company's answer, in the session storage of its tab. */
export const COMPANY_CODE = 'openseat.sso.code';

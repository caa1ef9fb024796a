/** What an answer says besides its status. */
export interface Verdict {
  status: number;
  headers?: string[];
}

export const FORBIDDEN: Verdict = { status: 403 };

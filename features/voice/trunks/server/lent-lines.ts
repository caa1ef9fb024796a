/**
 * The trunks an installation lends. Rules:
 * 1. Every process opens them: calls leave from where they are made.
 * 2. One process registers: many carriers take one registration of an account. It is the one that holds the trunk's lease; when it
 *    is gone another has it within seconds.
 * 3. To whom they are lent, and whether at all, operators decide (`lent_trunk`), heard by every process. One that is withdrawn takes no new
 *    call in either direction; those that go on go on to their end.
 * 4. One that reaches nobody, or somebody again, is told to the pages of operators.
 * 5. Calls that come in for a team at home elsewhere are led there (`apps/server/open-trunk-lead.ts`).
 */
export interface LentLines {
  start(): Promise<void>;
  stop(): Promise<void>;
}

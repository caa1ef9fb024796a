import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { flowTestApi, type TestSettings } from '../contract.ts';

/** The account of a test phone lasts ten minutes: one this old is replaced before the next test. */
const ACCOUNT_FRESH_MS = 4 * 60_000;

/** The settings of a test, with the account of its phone. */
export interface TestAccount {
  /** False: the server did not give one. */
  fetch(): Promise<boolean>;
  isOld(): boolean;
}

export function testAccount(flowId: number, given: (settings: TestSettings) => void): TestAccount {
  let givenAtMs = 0;
  let fetching: Promise<boolean> | null = null;
  return {
    /** One at a time: the account that came last is the one a phone has. */
    fetch: () =>
      (fetching ??= call(flowTestApi.settings, { flowId })
        .then(
          (settings) => {
            givenAtMs = Date.now();
            given(settings);
            return true;
          },
          (problem: unknown) => {
            handleFailure(problem);
            return false;
          },
        )
        .finally(() => void (fetching = null))),
    isOld: () => Date.now() - givenAtMs > ACCOUNT_FRESH_MS,
  };
}

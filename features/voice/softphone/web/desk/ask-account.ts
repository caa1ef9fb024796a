import type { PhoneAccount, PhoneRules } from '#core/phone/phone.ts';
import type { PhoneEvent } from '#core/phone/phone-events.ts';
import type { LineAccount } from '#core/phone/phone-line.port.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { Failure, failureRow } from '#shared/errors.ts';
import { clockOffset } from './server-clock.ts';
import type { PhoneDeskParts } from './phone-desk-parts.ts';
import { accountByPassword, accountOfSession } from './fetched-account.ts';

/** What the sip info gave, for those who connect. */
export interface GivenAccount {
  line: LineAccount;
  clockOffsetMs: number;
}

/** How an account is asked for: by the session, or with a password (connection type 2). */
export interface AccountQuestion {
  takeOver: boolean;
  password: string | null;
}

/** Signs the phone in on this device; the answer is what it means to the phone (specification W8). */
export async function askAccount(
  parts: Pick<PhoneDeskParts, 'agentName' | 'deviceId' | 'clock' | 'seat'>,
  wish: AccountQuestion,
  mayAskForSeat = true,
): Promise<{ event: PhoneEvent; given: GivenAccount | null }> {
  const { agentName, deviceId, clock, seat } = parts;
  const { takeOver, password } = wish;
  try {
    const askedMs = clock.nowMs();
    const [info, settings] = await Promise.all([
      (password === null
        ? accountOfSession(agentName, deviceId, takeOver)
        : accountByPassword(agentName, password)
      ).then((answer) => ({
        ...answer,
        clockOffsetMs: clockOffset(answer.utcDate, askedMs, clock.nowMs()),
      })),
      // The server enforces the limits anyway: a page that does not know them counts without.
      call(callsApi.settings, {}).catch(() => null),
    ]);
    const {
      domain,
      url,
      sipNum,
      md5Pwd,
      iceServers,
      agentType,
      ccAgent,
      ccToken,
      callMonitorInterval,
      autoAnswerEnable,
      clockOffsetMs,
    } = info;
    const account: PhoneAccount = { sipNum, domain, agentType, ccAgent, ccToken };
    const rules: Partial<PhoneRules> = {
      autoAnswer: autoAnswerEnable,
      reportEverySec: callMonitorInterval,
      ...(settings === null
        ? {}
        : { maxCallSec: settings.maxDurationOfSingleCall, maxHoldSec: settings.maxCallHoldTime }),
    };
    return {
      event: { type: 'accountGiven', account, rules },
      given: {
        line: { url, domain, number: sipNum, ha1: md5Pwd, iceServers, reportEverySec: callMonitorInterval },
        clockOffsetMs,
      },
    };
  } catch (error) {
    if (!mayAskForSeat || !seat || !(error instanceof Failure) || error.name !== 'phoneSeatUnavailable')
      return { event: refusal(error), given: null };
    // [QUEUE-01] The team may share its seats: then one is asked for.
    if (await seat.want()) return askAccount(parts, wish, false);
    const refused = refusal(error);
    // Whoever waits is told so by the queue.
    return {
      event: seat.ahead() !== null && refused.type === 'accountRefused' ? { ...refused, message: '' } : refused,
      given: null,
    };
  }
}

function refusal(error: unknown): PhoneEvent {
  if (!(error instanceof Failure)) {
    handleFailure(error);
    return { type: 'accountFailed' };
  }
  const { code, endsSession } = failureRow(error.name);
  if (endsSession) handleFailure(error);
  return { type: 'accountRefused', code, message: wordsOf(error) };
}

/** The server's own words, or ours for what it refused with. */
export const wordsOf = (failure: Failure): string => failure.detail || failureText(failure);

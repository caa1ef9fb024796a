import { maskName, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { maskedFields } from '#features/customers/field-config/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { countries } from '#shared/countries.ts';
import type { CallIcon, CallRecord } from '../contract.ts';
import type { CallRecordRow } from './call-records.repo.ts';

type ViewReader = Pick<Caller, 'language' | 'needsMasking'>;

/** Records as one reader may see them: in their language, with the customer's number and name or without, and without the columns the tenant hides from those who see stars. */
export async function viewFor(
  tx: TenantTx,
  texts: ServerTexts,
  { language, needsMasking }: ViewReader,
): Promise<(row: CallRecordRow) => CallRecord> {
  const hiddenColumns = needsMasking ? await maskedFields(tx, 'callRecords') : new Set<string>();
  const statusNames = new Map(CallOutcome.rows.map(({ code, key }) => [code, texts.say(language, key)]));
  return (row) => {
    // A colleague's extension is no customer's number.
    const hidden = needsMasking && row.direction !== 'internal';
    const customer = {
      clear: hidden ? '' : row.customer_number,
      shown: hidden ? maskPhone(row.customer_number) : row.customer_number,
      iso2: row.customer_country ?? countryOf(row.customer_number),
    };
    const ours =
      row.direction === 'internal'
        ? { clear: row.sip_num ?? '', shown: row.sip_num ?? '', iso2: '' }
        : { clear: row.our_number, shown: row.our_number, iso2: countryOf(row.our_number) };
    const [caller, callee] = row.direction === 'inbound' ? [customer, ours] : [ours, customer];
    return {
      callId: row.call_id,
      direction: row.direction,
      number: customer.clear,
      displayNumber: customer.shown,
      callingNumber: row.our_number,
      caller: caller.clear,
      displayCaller: caller.shown,
      callee: callee.clear,
      displayCallee: callee.shown,
      clientSipFrom: row.sip_num ?? '',
      displayClientSipFrom:
        row.sip_num === null ? '' : row.user_name ? `${row.user_name} (${row.sip_num})` : row.sip_num,
      country: row.direction === 'internal' ? '' : customer.iso2,
      callerIso2: row.direction === 'internal' ? '' : caller.iso2,
      calleeIso2: row.direction === 'internal' ? '' : callee.iso2,
      hasEncrypt: hidden,
      status: row.outcome,
      statusName: statusNames.get(row.outcome)!,
      callIcon: iconOf(row),
      startTime: row.started_at,
      answerTime: row.answered_at,
      endTime: row.ended_at,
      duration: row.duration_sec,
      callDuration: row.talk_sec,
      ringSec: row.ring_sec,
      queueSec: row.queue_sec,
      holdSec: row.hold_sec,
      mos: row.mos,
      aiOrcc: row.ai_or_cc,
      taskName: hiddenColumns.has('taskName') ? '' : (row.task_name ?? ''),
      customerId: row.customer_id,
      customerName: needsMasking ? maskName(row.customer_name) : row.customer_name,
      fromChat: row.from_chat,
      remark: hiddenColumns.has('remark') ? '' : needsMasking ? maskNumbersIn(row.remark) : row.remark,
      userId: row.user_id,
      userName: row.user_name ?? '',
      groupId: row.group_id,
      groupName: row.group_name ?? '',
      routerId: row.router_id,
      didNumberId: row.did_number_id,
      canCallback: row.direction !== 'internal' && row.customer_number !== '',
      postCallBack: row.called_back,
      hasRecording: row.has_recording,
    };
  };
}

function iconOf({ direction, outcome }: CallRecordRow): CallIcon {
  if (outcome === CallOutcome.lasting) return 'lasting';
  if (outcome === CallOutcome.voicemail) return 'voicemail';
  const { reached } = CallOutcome.row(outcome);
  if (direction === 'inbound') return reached ? 'in' : 'inMissed';
  if (direction === 'outbound') return reached ? 'out' : 'outFailed';
  return reached ? 'internal' : 'internalMissed';
}

const firstCountryOf = new Map(countries.toReversed().map(({ iso2, code }) => [code, iso2]));
const LONGEST_CODE = 3;

/** By the dialling code, of those that share one the largest; empty for what is no international number. */
function countryOf(number: string): string {
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    const iso2 = firstCountryOf.get(number.slice(0, length));
    if (iso2) return iso2;
  }
  return '';
}

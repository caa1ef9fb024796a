import { mailboxOf } from '#core/call/mailbox.ts';
import { maskName, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { Voicemail } from '../contract.ts';
import type { VoicemailRow } from './voicemails.repo.ts';

/** A message as this reader may see it. */
export const viewFor =
  ({ needsMasking }: { needsMasking: boolean }) =>
  (row: VoicemailRow): Voicemail => ({
    id: row.id,
    callId: row.call_id,
    recordingId: row.recording_id,
    box: row.box,
    boxKind: mailboxOf(row.box).kind,
    boxName: row.group_name ?? row.owner_name ?? '',
    number: needsMasking ? '' : row.customer_number,
    displayNumber: needsMasking ? maskPhone(row.customer_number) : row.customer_number,
    country: row.customer_country ?? '',
    customerId: row.customer_id,
    customerName: needsMasking ? maskName(row.customer_name) : row.customer_name,
    fromChat: row.from_chat,
    ourNumber: row.our_number,
    leftAt: row.left_at,
    durationMs: row.duration_ms,
    bytes: row.bytes,
    state: row.state,
    heardBy: row.heard_by ?? '',
    heardAt: row.heard_at,
    doneBy: row.done_by ?? '',
    doneAt: row.done_at,
    remark: needsMasking ? maskNumbersIn(row.remark) : row.remark,
    canCallback: row.customer_number !== '',
    calledBack: row.called_back,
  });

import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { MediaQuality } from '#core/telephony/telephony.port.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { failureOfCode, failureRow } from '#shared/errors.ts';
import type { callRecordsApi, LifeEvent } from '../contract.ts';
import { callRecordsRepo } from './call-records.repo.ts';
import { viewFor } from './call-view.ts';
import { keepsMessage } from './keepers.ts';
import { openedRecord } from './opened-record.ts';

/** One record, looked into and remarked upon. */
export function recordDetailHandlers({
  db,
  texts,
  catalogue,
}: Pick<World, 'db' | 'texts' | 'catalogue'>): Handlers<Pick<typeof callRecordsApi, 'detail' | 'remark'>> {
  return {
    detail: (caller, { callId }) =>
      db.tenant(caller, async (tx) => {
        const repo = callRecordsRepo(tx);
        const row = await openedRecord(catalogue, tx, caller, callId, 'call-records.view');
        const [agents, events, recordings, quality] = [
          await repo.agents(row.id),
          await repo.events(callId),
          await repo.recordings(callId),
          await repo.quality(callId),
        ];
        const view = await viewFor(tx, texts, caller);
        return {
          ...view(row),
          cause: row.cause ?? '',
          sipStatus: row.sip_status,
          refusal: row.refusal,
          refusalText:
            row.refusal === null ? '' : texts.say(caller.language, failureRow(failureOfCode(row.refusal)).key),
          endedBy: row.ended_by,
          surveyScore: row.survey_score,
          surveyScale: row.survey_score === null ? null : row.survey_scale,
          callbackOf: row.callback_of,
          attestation: row.attestation,
          divertedFrom: row.diverted_from && caller.needsMasking ? maskPhone(row.diverted_from) : row.diverted_from,
          divertedBecause: row.diverted_because,
          keepsMessage: await keepsMessage(catalogue.keepers, tx, { callId }, caller.userId),
          agents: agents.map(({ user_id: userId, user_name: userName, result }) => ({
            userId,
            userName: userName ?? '',
            result,
          })),
          events: events.map(({ at, type, detail: { userId = null, ...detail }, user_name: userName }): LifeEvent => ({
            at,
            type,
            userId: userId === null ? null : Number(userId),
            userName: userName ?? '',
            detail: caller.needsMasking ? masked(detail) : detail,
          })),
          recordings: recordings.map((one) => ({
            recordingId: one.recording_id,
            kind: one.kind,
            durationMs: one.duration_ms,
            bytes: one.bytes,
            createdAt: one.created_at,
            deletedAt: one.deleted_at,
          })),
          quality: quality.map(({ at, party, mos, figures }) => ({ at, party, mos, ...(figures as QualityFigures) })),
        };
      }),

    async remark(caller, { callId, remark }) {
      await db.tenant(caller, async (tx) => {
        const row = await openedRecord(catalogue, tx, caller, callId, 'call-records.edit');
        // Whoever sees the remark masked, or not at all, would write back what they see.
        if (caller.needsMasking && (await viewFor(tx, texts, caller))(row).remark === remark) return;
        await callRecordsRepo(tx).setRemark(row.id, remark);
        caller.operation.note(callId, { before: { remark: row.remark }, after: { remark } });
      });
      return null;
    },
  };
}

type QualityFigures = Omit<MediaQuality, 'silentMs'>;

/** Where a call was handed to may be somebody's number. */
const masked = ({ to, ...rest }: Record<string, string | number | null>): Record<string, string | number | null> =>
  to === undefined ? rest : { ...rest, to: typeof to === 'string' && /^\+?\d{7,}$/.test(to) ? maskPhone(to) : to };

import { sql } from 'kysely';
import { fillScript } from '../core/script.ts';
import { walk, type WalkStep } from '../core/walk.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Script, ScriptAnswer } from '../contract.ts';

interface Given {
  callId: string;
  script: Pick<Script, 'id' | 'name' | 'steps'>;
  step: WalkStep & { kind: 'ask' };
  /** Empty: taken back. */
  answer: string;
  author: { userId: number; name: string };
}

/** What was answered in calls of one tenant. */
export function answersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const given = async (callId: string) =>
    (
      await sql<{
        scriptId: number;
        stepId: string;
        answer: string;
      }>`select script_id "scriptId", step_id "stepId", answer from script_answer where call_id = ${callId}`.execute(
        rows,
      )
    ).rows;
  return {
    given,
    ofCall: async (callId: string) =>
      (
        await sql<ScriptAnswer>`
      select script_name "scriptName", question, kind, answer, is_left "isLeft", author, at from script_answer where call_id = ${callId} order by script_name, script_id, place, step_id`.execute(
          rows,
        )
      ).rows,
    /** The question is kept without what was filled in: that belongs to the customer. With each answer the way through the script is walked again: answers it no longer comes by are marked. */
    async keep({ callId, script, step, answer, author }: Given): Promise<void> {
      if (answer === '')
        await sql`delete from script_answer where call_id = ${callId} and script_id = ${script.id} and step_id = ${step.id}`.execute(
          rows,
        );
      else {
        await sql`
          insert into script_answer (call_id, script_id, step_id, script_name, place, question, kind, answer, user_id, author)
          values (${callId}, ${script.id}, ${step.id}, ${script.name}, ${script.steps.findIndex(({ id }) => id === step.id)}, ${fillScript(step.text, {})}, ${step.answer}, ${answer}, ${author.userId}, ${author.name})
          on conflict (tenant_id, call_id, script_id, step_id) do update set script_name = excluded.script_name, place = excluded.place, question = excluded.question, kind = excluded.kind, answer = excluded.answer, user_id = excluded.user_id, author = excluded.author, at = now()`.execute(
          rows,
        );
      }
      const answers = Object.fromEntries(
        (await given(callId))
          .filter(({ scriptId }) => scriptId === script.id)
          .map(({ stepId, answer: value }) => [stepId, value]),
      );
      const { left } = walk(script.steps, answers);
      await sql`update script_answer set is_left = step_id = any(${left}) where call_id = ${callId} and script_id = ${script.id} and is_left <> (step_id = any(${left}))`.execute(
        rows,
      );
    },
  };
}

/** What was answered in these calls and holds, a line a call: for files. */
export async function answersOfCalls(
  tx: TenantTx,
  callIds: readonly string[],
): Promise<Map<string, { question: string; answer: string }[]>> {
  const { rows } = await sql<{ callId: string; question: string; answer: string }>`
    select call_id "callId", question, answer from script_answer where call_id = any(${callIds}) and not is_left order by call_id, script_name, script_id, place`.execute(
    tx.as(),
  );
  const byCall = new Map<string, { question: string; answer: string }[]>();
  for (const { callId, ...answer } of rows) byCall.set(callId, [...(byCall.get(callId) ?? []), answer]);
  return byCall;
}

/** Deletes what was answered in these calls; answers how many. */
export async function forgetAnswers(tx: TenantTx, callIds: readonly string[]): Promise<number> {
  return Number(
    (await sql`delete from script_answer where call_id = any(${callIds})`.execute(tx.as())).numAffectedRows ?? 0,
  );
}

export async function exportAnswersOf(tx: TenantTx, callIds: readonly string[]): Promise<unknown[]> {
  return (
    await sql<{
      call_id: string;
    }>`select call_id, script_name, question, answer, at from script_answer where call_id = any(${callIds}) order by at`.execute(
      tx.as(),
    )
  ).rows;
}

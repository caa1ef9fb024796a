import { z } from 'zod';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

export const SCRIPT_NAME_MAX = 60;
export const SCRIPT_CONTENT_MAX = 20_000;
export const SCRIPTS_MOST = 500;

export const ScriptDirection = z.enum(['any', 'inbound', 'outbound']);
export type ScriptDirection = z.infer<typeof ScriptDirection>;

export const ScriptFields = z.object({
  name: z.string().trim().min(1).max(SCRIPT_NAME_MAX),
  /** Plain text; `core/script/script.ts` lists what may stand in braces. */
  content: z.string().trim().min(1).max(SCRIPT_CONTENT_MAX),
  direction: ScriptDirection.default('any'),
  enabled: z.boolean().default(true),
  /** Bound to these groups and our numbers; to neither: for every call. */
  groupIds: z.array(Id).max(100).default([]),
  numbers: z.array(z.string().regex(/^\d{3,20}$/)).max(100).default([]),
});
export type ScriptFields = z.output<typeof ScriptFields>;

export const Script = ScriptFields.extend({
  id: z.number(), direction: ScriptDirection, enabled: z.boolean(), groupIds: z.array(z.number()), numbers: z.array(z.string()),
  groupNames: z.array(z.string()), updatedBy: z.string(), updatedAt: WireTime,
});
export type Script = z.infer<typeof Script>;

/** A script as the agent reads it in a call. */
export const ShownScript = z.object({ id: z.number(), name: z.string(), content: z.string() });
export type ShownScript = z.infer<typeof ShownScript>;

const CallId = z.string().regex(/^[\w.@-]{1,100}$/);
const at = <P extends string>(path: P) => `/cc/api/script/v1/${path}` as const;
const ofScript = z.object({ id: Id });

export const scriptsApi = {
  page: endpoint({
    method: 'POST', path: at('page'), access: 'scripts.view', reads: true, summary: 'The scripts, by name.',
    input: PageQuery.extend({ name: z.string().trim().max(SCRIPT_NAME_MAX).optional(), groupId: Id.optional(), enabled: z.boolean().optional() }), data: pageOf(Script),
  }),
  all: endpoint({ method: 'POST', path: at('all'), access: 'scripts.use', reads: true, summary: 'Names of the scripts in use, for choosing one.', input: nothing, data: z.array(z.object({ id: z.number(), name: z.string() })) }),
  add: endpoint({ method: 'POST', path: at('add'), access: 'scripts.edit', summary: 'Adds a script.', input: ScriptFields, data: z.object({ id: z.number() }) }),
  edit: endpoint({ method: 'POST', path: at('edit'), access: 'scripts.edit', summary: 'Changes a script; calls that begin from now on show it.', input: ScriptFields.extend({ id: Id }), data: z.null() }),
  delete: endpoint({ method: 'POST', path: at('delete'), access: 'scripts.edit', summary: 'Deletes a script.', input: ofScript, data: z.null() }),
  detail: endpoint({ method: 'POST', path: at('detail'), access: 'scripts.view', reads: true, summary: 'One script as it is written.', input: ofScript, data: Script }),
  scriptInfo: endpoint({
    method: 'POST', path: at('scriptInfo'), access: 'scripts.use', reads: true,
    summary: 'The scripts for a call of mine, the fittest first, filled in with what is known of it.', input: z.object({ callId: CallId }), data: z.array(ShownScript),
  }),
};

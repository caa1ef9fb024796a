import { z } from 'zod';
import { pageProblem } from '#core/call/customer-page.ts';
import { RecordingRules } from '#core/call/recording-rules.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { endpoint, nothing } from '#shared/endpoint.ts';

/** Pushed to everybody of the tenant when a setting of calls changed: whoever shows or obeys them reads them again. */
export const CALL_SETTINGS_CHANGED = 'call-settings.changed';

/** A day: longer than any call. */
export const LONGEST_SEC = 86_400;
const Limit = z.number().int().min(5).max(LONGEST_SEC).nullable();
const Short = z.number().int().min(0).max(3_600);

/** How agents come to the customer page: not at all, by a link in the call, or it opens when they answer. */
export const customerPageOpenings = ['off', 'link', 'tab'] as const;
export type CustomerPageOpening = (typeof customerPageOpenings)[number];

/** The settings calls obey, by the names of the specification (W3) and ours. Times in seconds; null is no limit. */
export const WireCallSettings = z.object({
  maxDurationOfSingleCall: Limit,
  maxCallHoldTime: Limit,
  displayTransferButton: z.boolean(),
  AgentDefaultLoginStatus: AgentStatus.schema.refine(
    (status) => AgentStatus.row(status).selectable,
    'a status an agent chooses',
  ),
  /** 0 never, 1 every call, 2 when the agent asks for it. */
  satisfactionSurveyModel: z.literal([0, 1, 2]),
  /** The survey is also asked when the agent hangs up. */
  activelyHangUp: z.boolean(),
  postTalkSortTimeSecond: Short,
  /** How much longer agents may make it, all in all. */
  maxWrapUpExtraSecond: Short,
  RecordCalls: z.boolean(),
  /** What is said before recording, by country; groups may have their own. */
  RecordingRules,
  /** What a phone that is given out answers by itself with. */
  AutoAnswerDefault: z.boolean(),
  /** Agents are told who listens to their call, and when they leave. */
  TellAgentsWhenMonitored: z.boolean(),
  /** A page of the team's own program about whoever is on the phone (`core/call/customer-page.ts`); null: none. */
  CustomerPageAddress: z
    .string()
    .refine((address) => pageProblem(address) === null, 'an address of https with fields we know')
    .nullable(),
  CustomerPageOpening: z.enum(customerPageOpenings),
});
export type WireCallSettings = z.infer<typeof WireCallSettings>;
export type CallSettingName = keyof WireCallSettings;

const at = <P extends string>(path: P) => `/cc/api/callSettings/v1/${path}` as const;

export const callSettingsApi = {
  detail: endpoint({
    method: 'GET',
    path: at('detail'),
    access: 'call-settings.view',
    summary: 'The settings calls obey, and what holds where nothing was set.',
    input: nothing,
    data: z.object({ settings: WireCallSettings, defaults: WireCallSettings }),
  }),
  update: endpoint({
    method: 'PUT',
    path: at('update'),
    access: 'call-settings.edit',
    summary: 'Changes settings of calls; calls that go on obey new limits from now on.',
    input: WireCallSettings.partial().refine((change) => Object.keys(change).length > 0, 'nothing to change'),
    data: WireCallSettings,
  }),
};

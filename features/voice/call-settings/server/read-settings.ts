import { sql } from 'kysely';
import { pageProblem } from '#core/call/customer-page.ts';
import { noRecordingRules, RecordingRules } from '#core/call/recording-rules.ts';
import type { CallSettings } from '#core/call/call-plan.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { customerPageOpenings, LONGEST_SEC, type CallSettingName, type WireCallSettings } from '../contract.ts';

/** What holds where a tenant has set nothing. 300 s is the specification's hold keep-alive. */
export const defaultCallSettings: Readonly<WireCallSettings> = {
  maxDurationOfSingleCall: null,
  maxCallHoldTime: 300,
  displayTransferButton: true,
  AgentDefaultLoginStatus: AgentStatus.available,
  satisfactionSurveyModel: 0,
  activelyHangUp: false,
  postTalkSortTimeSecond: 30,
  maxWrapUpExtraSecond: 300,
  RecordCalls: true,
  RecordingRules: noRecordingRules,
  AutoAnswerDefault: false,
  TellAgentsWhenMonitored: false,
  CustomerPageAddress: null,
  CustomerPageOpening: 'off',
};

/** Names of the tenant's settings that are read here. */
export const callSettingNames = Object.keys(defaultCallSettings) as CallSettingName[];
export const isCallSetting = (name: string): name is CallSettingName => Object.hasOwn(defaultCallSettings, name);

/** The tenant's settings of calls, by the names of the specification. What somebody set to nonsense counts as not set. */
export async function wireCallSettings(tx: TenantTx): Promise<WireCallSettings> {
  const { rows } = await sql<{
    name: string;
    value: string;
  }>`select name, value from tenant_setting where name = any(${callSettingNames})`.execute(tx.as());
  return settingsFrom(new Map(rows.map(({ name, value }) => [name, value])));
}

/** The same, as calls obey them. */
export async function readCallSettings(tx: TenantTx): Promise<CallSettings> {
  const { rows } = await sql<{ language: string }>`select default_language language from tenant`.execute(tx.as());
  return obeyed(await wireCallSettings(tx), rows[0]?.language ?? 'en-US');
}

/** Settings of the wire in the units of calls. */
export function obeyed(wire: WireCallSettings, language: string): CallSettings {
  const ms = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1_000);
  return {
    maxCallMs: ms(wire.maxDurationOfSingleCall),
    maxHoldMs: ms(wire.maxCallHoldTime),
    wrapUpMs: wire.postTalkSortTimeSecond * 1_000,
    wrapUpExtraMs: wire.maxWrapUpExtraSecond * 1_000,
    recordCalls: wire.RecordCalls,
    recordingRules: wire.RecordingRules,
    survey: wire.satisfactionSurveyModel,
    surveyWhenAgentHangsUp: wire.activelyHangUp,
    tellsMonitored: wire.TellAgentsWhenMonitored,
    language,
  };
}

type NamesOf<Value> = {
  [Name in CallSettingName]: WireCallSettings[Name] extends Value ? Name : never;
}[CallSettingName];

/** What the rows of `tenant_setting` say; nonsense counts as not set. */
export function settingsFrom(set: ReadonlyMap<string, string>): WireCallSettings {
  const whole = (name: CallSettingName): number | null => {
    const value = set.get(name) ?? '';
    return /^\d{1,6}$/.test(value) ? Math.min(Number(value), LONGEST_SEC) : null;
  };
  /** 0 switches a limit off. */
  const limit = (name: 'maxDurationOfSingleCall' | 'maxCallHoldTime'): number | null => {
    const seconds = whole(name);
    return seconds === null ? defaultCallSettings[name] : seconds || null;
  };
  const flag = (name: NamesOf<boolean>): boolean =>
    set.has(name) ? ['true', '1'].includes(set.get(name)!.toLowerCase()) : defaultCallSettings[name];
  const status = whole('AgentDefaultLoginStatus');
  const survey = whole('satisfactionSurveyModel');
  const address = set.get('CustomerPageAddress');
  return {
    maxDurationOfSingleCall: limit('maxDurationOfSingleCall'),
    maxCallHoldTime: limit('maxCallHoldTime'),
    displayTransferButton: flag('displayTransferButton'),
    AgentDefaultLoginStatus:
      status !== null && AgentStatus.has(status) && AgentStatus.row(status).selectable
        ? status
        : defaultCallSettings.AgentDefaultLoginStatus,
    satisfactionSurveyModel: survey === 1 || survey === 2 ? survey : 0,
    activelyHangUp: flag('activelyHangUp'),
    postTalkSortTimeSecond: whole('postTalkSortTimeSecond') ?? defaultCallSettings.postTalkSortTimeSecond,
    maxWrapUpExtraSecond: whole('maxWrapUpExtraSecond') ?? defaultCallSettings.maxWrapUpExtraSecond,
    RecordCalls: flag('RecordCalls'),
    RecordingRules: rulesFrom(set.get('RecordingRules')),
    AutoAnswerDefault: flag('AutoAnswerDefault'),
    TellAgentsWhenMonitored: flag('TellAgentsWhenMonitored'),
    CustomerPageAddress: address !== undefined && pageProblem(address) === null ? address : null,
    CustomerPageOpening: customerPageOpenings.find((way) => way === set.get('CustomerPageOpening')) ?? 'off',
  };
}

function rulesFrom(text: string | undefined): RecordingRules {
  if (text === undefined) return noRecordingRules;
  try {
    const read = RecordingRules.safeParse(JSON.parse(text));
    return read.success ? read.data : noRecordingRules;
  } catch {
    return noRecordingRules;
  }
}

/** How a value is kept; no limit is a 0, which is no address either. */
export const storedValue = (value: WireCallSettings[CallSettingName]): string =>
  value === null ? '0' : typeof value === 'object' ? JSON.stringify(value) : String(value);

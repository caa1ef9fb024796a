import { z } from 'zod';
import { Expectation, FlowCase } from '#core/flow/case.ts';
import { FlowUse } from '#core/flow/flow-use.ts';
import { Edge, Flow, FlowNode, NodeId, Variable } from '#core/flow/flow.ts';
import { CallerBrief, MODEL_TURNS_MOST } from './core/model-caller.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { download, endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

export const FLOWS_MOST = 1_000;
export const ATTRS_MOST = 500;
/** Of one flow. */
export const CASES_MOST = 1_000;
/** Pushed while kept conversations are played: `{ flowId, runId, done, passed, total }`. */
export const CASES_PLAYED = 'flows.casesPlayed';
/** Pushed while made-up callers talk: `{ flowId, simulationId, done, total }`. */
export const SIMULATED = 'flows.simulated';
/** Conversations of one simulation. */
export const SIMULATIONS_MOST = 20;
/** Pushed when a flow was saved, published or deleted, with its id. */
export const FLOWS_CHANGED = 'flows.changed';

/** `draft`: never published. `changed`: callers hear something else than the draft. */
export const FlowStatus = z.enum(['draft', 'published', 'changed']);
export type FlowStatus = z.infer<typeof FlowStatus>;

const Name = z.string().trim().min(1).max(60);
const Remark = z.string().trim().max(200);
const Version = z.number().int().min(1).max(1_000_000);
/** Of a version, or of what is being designed. */
const VersionOrDraft = z.union([Version, z.literal('draft')]);
const DraftVersion = z.number().int().min(1);

const shown = {
  id: z.number(),
  name: z.string(),
  remark: z.string(),
  status: FlowStatus,
  publishedVersion: z.number().nullable(),
  publishedAt: WireTime.nullable(),
  /** Say it when saving: it is refused when somebody else saved meanwhile. */
  draftVersion: z.number(),
  draftBy: z.string(),
  draftAt: WireTime,
};
export const FlowRow = z.object({ ...shown, nodes: z.number(), languages: z.array(z.string()) });
export type FlowRow = z.infer<typeof FlowRow>;

/** How often the kept conversations went as expected. */
export const PassRate = z.object({
  version: z.number().nullable(),
  isOfDraft: z.boolean(),
  passed: z.number(),
  total: z.number(),
  at: WireTime,
});
export type PassRate = z.infer<typeof PassRate>;

export const FlowDetail = z.object({ ...shown, flow: Flow, usedBy: z.array(FlowUse), passRate: PassRate.nullable() });
export type FlowDetail = z.infer<typeof FlowDetail>;

export const Saved = z.object({ draftVersion: z.number(), draftAt: WireTime, status: FlowStatus });
export type Saved = z.infer<typeof Saved>;

/** See `core/flow/node-kind.ts`; without `nodeId` it is of the whole flow. */
export const PublishProblem = z.object({
  nodeId: z.string().nullable(),
  text: z.string(),
  field: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type PublishProblem = z.infer<typeof PublishProblem>;

export const FlowVersion = z.object({
  version: z.number(),
  note: z.string(),
  author: z.string(),
  createdAt: WireTime,
  isLive: z.boolean(),
  nodes: z.number(),
  passRate: PassRate.nullable(),
});
export type FlowVersion = z.infer<typeof FlowVersion>;

export const FlowAttr = Variable.extend({ id: z.number() });
export type FlowAttr = z.infer<typeof FlowAttr>;

/** A flow to carry elsewhere. `names` says what its ids stand for, so that they can be found again by name. */
export const FlowFile = z.object({
  openseat: z.literal('flow'),
  name: Name,
  flow: Flow,
  names: z
    .array(z.object({ kind: z.string().max(20), id: z.number().int(), name: z.string().max(200) }))
    .max(2_000)
    .default([]),
});
export type FlowFile = z.infer<typeof FlowFile>;

/** Something a flow names that is not here: it was left out. */
export const MissingName = z.object({ kind: z.string(), name: z.string(), nodeIds: z.array(z.string()) });
export type MissingName = z.infer<typeof MissingName>;

const FieldChange = z.object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() });
/** See `features/flows/flows/core/diff.ts`. */
const FlowDiff = z.object({
  added: z.array(FlowNode),
  removed: z.array(FlowNode),
  changed: z.array(z.object({ nodeId: z.string(), name: z.string(), fields: z.array(FieldChange) })),
  edgesAdded: z.array(Edge),
  edgesRemoved: z.array(Edge),
  flow: z.array(FieldChange),
});

/** A kept conversation in a list. */
export const CaseRow = z.object({
  caseId: z.number(),
  name: z.string(),
  steps: z.number(),
  expects: z.number(),
  updatedBy: z.string(),
  updatedAt: WireTime,
});
export type CaseRow = z.infer<typeof CaseRow>;

/** How one of them went. `at`: after which step; `found`: what there was instead. */
export const CaseResult = z.object({
  caseId: z.number(),
  name: z.string(),
  passed: z.boolean(),
  failures: z.array(z.object({ at: z.number(), expectation: z.record(z.string(), z.unknown()), found: z.unknown() })),
  /** Steps nobody waited for. */ unused: z.array(z.number()),
});
export type CaseResult = z.infer<typeof CaseResult>;

export const CaseRun = z.object({
  runId: z.number(),
  flowId: z.number(),
  version: z.number().nullable(),
  draftVersion: z.number().nullable(),
  state: z.enum(['running', 'done', 'cancelled']),
  total: z.number(),
  done: z.number(),
  passed: z.number(),
  askedBy: z.string(),
  startedAt: WireTime,
  endedAt: WireTime.nullable(),
});
export type CaseRun = z.infer<typeof CaseRun>;

/** Who calls, how often, and what has to come of it. `model`: played by the team's language model. `script`: by rules, from the goal and the facts. */
export const SimulationWish = z.object({
  by: z.enum(['model', 'script']),
  caller: CallerBrief,
  runs: z.number().int().min(1).max(SIMULATIONS_MOST).default(3),
  maxTurns: z.number().int().min(1).max(MODEL_TURNS_MOST).default(20),
  expects: z.array(Expectation).max(20).default([]),
});
export type SimulationWish = z.infer<typeof SimulationWish>;

/** How one made-up conversation went. `ended`: it was over, was cut after so many turns, or the model did not play on (`trouble`). */
export const SimulatedTalk = z.object({
  passed: z.boolean(),
  ended: z.enum(['over', 'turns', 'trouble']),
  trouble: z.string().nullable(),
  result: z.number().nullable(),
  failures: z.array(z.object({ at: z.number(), expectation: z.record(z.string(), z.unknown()), found: z.unknown() })),
  transcript: z.array(
    z.object({
      by: z.enum(['flow', 'caller']),
      text: z.string(),
      did: z.enum(['keys', 'silent', 'hangsUp']).optional(),
    }),
  ),
  /** To be kept as a case. */
  kept: FlowCase,
});
export type SimulatedTalk = z.infer<typeof SimulatedTalk>;

export const Simulation = z.object({
  simulationId: z.number(),
  flowId: z.number(),
  version: z.number().nullable(),
  draftVersion: z.number().nullable(),
  wish: SimulationWish,
  state: z.enum(['running', 'done', 'cancelled']),
  total: z.number(),
  done: z.number(),
  passed: z.number(),
  askedBy: z.string(),
  startedAt: WireTime,
  endedAt: WireTime.nullable(),
});
export type Simulation = z.infer<typeof Simulation>;

const Channels = z.array(z.object({ channel: SpeechChannel.schema, name: z.string() }));

/** Where a caller can leave words. `mailbox` is what a voicemail node keeps. */
const Mailbox = z.object({ mailbox: z.string(), kind: z.enum(['main', 'group', 'agent']), name: z.string() });

const at = <P extends string>(path: P) => `/cc/api/ivrFlow/v1/${path}` as const;
const attr = <P extends string>(path: P) => `/cc/api/ivrAttr/v1/${path}` as const;
const Known = z.object({ id: Id });

export const flowsApi = {
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'flows.view',
    reads: true,
    summary: 'The flows of the tenant.',
    input: PageQuery.extend({
      words: z.string().trim().max(60).optional(),
      status: FlowStatus.optional(),
      sort: z.enum(['name', 'draftAt', 'publishedAt']).default('draftAt'),
      descending: z.boolean().default(true),
    }),
    data: pageOf(FlowRow),
  }),
  all: endpoint({
    method: 'POST',
    path: at('all'),
    access: 'flows.view',
    reads: true,
    summary: 'Flows callers can be sent to, by name.',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'flows.edit',
    summary: 'Begins a flow: empty, from a template, or as somebody has it before them.',
    input: z.object({
      name: Name,
      remark: Remark.default(''),
      template: z.string().max(40).optional(),
      flow: Flow.optional(),
    }),
    data: z.object({ id: z.number() }),
  }),
  query: endpoint({
    method: 'POST',
    path: at('query'),
    access: 'flows.view',
    reads: true,
    summary: 'A flow with its draft, where it is used, and how its kept conversations went last.',
    input: Known,
    data: FlowDetail,
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'flows.edit',
    summary: 'Saves the draft; refused with who and when if somebody else saved meanwhile.',
    input: z.object({
      id: Id,
      draftVersion: DraftVersion,
      name: Name.optional(),
      remark: Remark.optional(),
      flow: Flow.optional(),
    }),
    data: Saved,
    handlesFailures: true,
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'flows.edit',
    summary: 'Deletes a flow with its versions; refused while callers are sent to it.',
    input: Known,
    data: z.null(),
  }),
  problems: endpoint({
    method: 'POST',
    path: at('problems'),
    access: 'flows.view',
    reads: true,
    summary: 'What keeps the draft from being published.',
    input: Known,
    data: z.array(PublishProblem),
  }),
  publish: endpoint({
    method: 'POST',
    path: at('publish'),
    access: 'flows.publish',
    summary: 'Makes the draft what callers hear, as a version that stays; refused while it has problems.',
    input: z.object({ id: Id, draftVersion: DraftVersion, note: z.string().trim().max(200).default('') }),
    data: z.object({ version: z.number() }),
  }),
  reset: endpoint({
    method: 'POST',
    path: at('reset'),
    access: 'flows.edit',
    summary: 'Makes the draft what callers hear now.',
    input: z.object({ id: Id, draftVersion: DraftVersion }),
    data: Saved,
  }),
  convertToDraft: endpoint({
    method: 'POST',
    path: at('convertToDraft'),
    access: 'flows.edit',
    summary: 'Makes an old version the draft.',
    input: z.object({ id: Id, draftVersion: DraftVersion, version: Version }),
    data: Saved,
  }),
  versions: endpoint({
    method: 'POST',
    path: at('versions'),
    access: 'flows.view',
    reads: true,
    summary: 'The versions of a flow, the newest first.',
    input: PageQuery.extend({ id: Id }),
    data: pageOf(FlowVersion),
  }),
  version: endpoint({
    method: 'POST',
    path: at('version'),
    access: 'flows.view',
    reads: true,
    summary: 'A flow as one version has it.',
    input: z.object({ id: Id, version: VersionOrDraft }),
    data: Flow,
  }),
  diff: endpoint({
    method: 'POST',
    path: at('diff'),
    access: 'flows.view',
    reads: true,
    summary: 'What changed from one version, or the draft, to another.',
    input: z.object({ id: Id, from: VersionOrDraft, to: VersionOrDraft }),
    data: FlowDiff,
  }),
  rollBack: endpoint({
    method: 'POST',
    path: at('rollBack'),
    access: 'flows.publish',
    summary: 'Lets callers hear an older version again; the draft stays.',
    input: z.object({ id: Id, version: Version }),
    data: z.null(),
  }),
  duplicate: endpoint({
    method: 'POST',
    path: at('duplicate'),
    access: 'flows.edit',
    summary: 'Begins a flow from the draft of another.',
    input: z.object({ id: Id, name: Name }),
    data: z.object({ id: z.number() }),
  }),
  node: endpoint({
    method: 'POST',
    path: at('node'),
    access: 'flows.view',
    reads: true,
    summary: 'One step of a flow by its stepId, of the draft unless a version is named.',
    input: z.object({ id: Id, stepId: NodeId, version: Version.optional() }),
    data: FlowNode,
  }),
  mailboxList: endpoint({
    method: 'POST',
    path: at('mailboxList'),
    access: 'flows.view',
    reads: true,
    summary: 'Where callers can leave words.',
    input: nothing,
    data: z.array(Mailbox),
  }),
  templates: endpoint({
    method: 'POST',
    path: at('templates'),
    access: 'flows.view',
    reads: true,
    summary: 'What a flow can begin as.',
    input: nothing,
    data: z.array(z.object({ template: z.string(), nodes: z.number(), languages: z.array(z.string()) })),
  }),
  exportFile: download({
    method: 'GET',
    path: at('export'),
    access: 'flows.view',
    summary: 'A flow as a file.',
    input: z.object({ id: Id, version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    logged: true,
  }),
  importFile: endpoint({
    method: 'POST',
    path: at('import'),
    access: 'flows.edit',
    summary: 'Begins a flow from a file; what it names is looked for here by name, and left out where it is missing.',
    input: z.object({ name: Name.optional(), file: FlowFile }),
    data: z.object({ id: z.number(), missing: z.array(MissingName) }),
  }),
  attrs: endpoint({
    method: 'POST',
    path: attr('list'),
    access: 'flows.view',
    reads: true,
    summary: 'Values every flow of the tenant knows by the same name.',
    input: nothing,
    data: z.array(FlowAttr),
  }),
  addAttr: endpoint({
    method: 'POST',
    path: attr('add'),
    access: 'flows.edit',
    summary: 'Adds a value flows can hold.',
    input: Variable,
    data: z.object({ id: z.number() }),
  }),
  updateAttr: endpoint({
    method: 'POST',
    path: attr('update'),
    access: 'flows.edit',
    summary: 'Changes how a value is called and written; its key stays.',
    input: Variable.omit({ attrKey: true }).extend({ id: Id }),
    data: z.null(),
  }),
  cases: endpoint({
    method: 'POST',
    path: at('case/list'),
    access: 'flows.view',
    reads: true,
    summary: 'The conversations that were kept of a flow.',
    input: Known,
    data: z.array(CaseRow),
  }),
  caseDetail: endpoint({
    method: 'POST',
    path: at('case/query'),
    access: 'flows.view',
    reads: true,
    summary: 'One kept conversation.',
    input: z.object({ caseId: Id }),
    data: z.object({ caseId: z.number(), flowId: z.number(), content: FlowCase }),
  }),
  addCase: endpoint({
    method: 'POST',
    path: at('case/add'),
    access: 'flows.edit',
    summary: 'Keeps a conversation with what is expected of it.',
    input: z.object({ id: Id, content: FlowCase }),
    data: z.object({ caseId: z.number() }),
  }),
  updateCase: endpoint({
    method: 'POST',
    path: at('case/update'),
    access: 'flows.edit',
    summary: 'Changes a kept conversation.',
    input: z.object({ caseId: Id, content: FlowCase }),
    data: z.null(),
  }),
  deleteCase: endpoint({
    method: 'POST',
    path: at('case/delete'),
    access: 'flows.edit',
    summary: 'Deletes kept conversations of a flow.',
    input: z.object({ id: Id, caseIds: z.array(Id).min(1).max(CASES_MOST) }),
    data: z.object({ removed: z.number() }),
  }),
  runCases: endpoint({
    method: 'POST',
    path: at('case/run'),
    access: 'flows.edit',
    summary: 'Plays every kept conversation against a version or the draft; how far it is comes by push.',
    input: z.object({ id: Id, version: VersionOrDraft.default('draft') }),
    data: z.object({ runId: z.number() }),
  }),
  caseRuns: endpoint({
    method: 'POST',
    path: at('case/runs'),
    access: 'flows.view',
    reads: true,
    summary: 'How kept conversations went, the latest first.',
    input: PageQuery.extend({ id: Id }),
    data: pageOf(CaseRun),
  }),
  caseRun: endpoint({
    method: 'POST',
    path: at('case/result'),
    access: 'flows.view',
    reads: true,
    summary: 'How each kept conversation went.',
    input: z.object({ runId: Id }),
    data: CaseRun.extend({ results: z.array(CaseResult) }),
  }),
  cancelCases: endpoint({
    method: 'POST',
    path: at('case/cancel'),
    access: 'flows.edit',
    summary: 'Stops playing; what was played so far is not judged.',
    input: z.object({ runId: Id }),
    data: z.null(),
  }),
  simulations: endpoint({
    method: 'POST',
    path: at('simulation/list'),
    access: 'flows.view',
    reads: true,
    summary: 'Made-up callers who talked with a flow, the latest first, and whether a language model could play one.',
    input: Known,
    data: z.object({ hasModel: z.boolean(), list: z.array(Simulation) }),
  }),
  simulation: endpoint({
    method: 'POST',
    path: at('simulation/query'),
    access: 'flows.view',
    reads: true,
    summary: 'What made-up callers and the flow said to each other, and what came of it.',
    input: z.object({ simulationId: Id }),
    data: Simulation.extend({ results: z.array(SimulatedTalk) }),
  }),
  simulate: endpoint({
    method: 'POST',
    path: at('simulation/run'),
    access: 'flows.edit',
    summary:
      'Lets made-up callers talk with a version or the draft; how far it is comes by push. A language model costs money by the turn.',
    input: SimulationWish.extend({ id: Id, version: VersionOrDraft.default('draft') }),
    data: z.object({ simulationId: z.number() }),
    limit: { per: 'user', max: 20, windowSec: 600 },
  }),
  cancelSimulation: endpoint({
    method: 'POST',
    path: at('simulation/cancel'),
    access: 'flows.edit',
    summary: 'Stops made-up callers; conversations that were over stay.',
    input: z.object({ simulationId: Id }),
    data: z.null(),
  }),
  speechChannels: endpoint({
    method: 'POST',
    path: at('speechChannels'),
    access: 'flows.view',
    reads: true,
    summary: 'Who can hear, speak and answer in a flow, as the team has set it up.',
    input: nothing,
    data: z.object({ recognition: Channels, voice: Channels, brain: Channels }),
  }),
};

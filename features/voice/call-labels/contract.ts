import { z } from 'zod';
import { MarkColour } from '#shared/codes/mark-colour.ts';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

/** Setting of the tenant: with `true`, work after a call cannot be ended early before the call has a label. */
export const LABEL_REQUIRED = 'CallLabelRequired';
export const LABELS_MOST = 50;

const fields = {
  name: z.string().trim().min(1).max(40),
  colour: MarkColour.schema,
  enabled: z.boolean().default(true),
};
const LabelFields = z.object(fields);

/** What a call can be about. */
export const CallLabel = LabelFields.extend({ id: z.number(), position: z.number(), enabled: z.boolean() });
export type CallLabel = z.infer<typeof CallLabel>;

/** The label a call has. */
export const ChosenLabel = z.object({
  callId: z.string(),
  labelId: z.number(),
  name: z.string(),
  colour: MarkColour.schema,
  author: z.string(),
  chosenAt: WireTime,
});
export type ChosenLabel = z.infer<typeof ChosenLabel>;

const CallId = z.string().regex(/^[\w.@-]{1,100}$/);
const at = <P extends string>(path: P) => `/cc/api/callLabel/v1/${path}` as const;

export const callLabelsApi = {
  list: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'call-labels.use',
    reads: true,
    summary: 'The labels I can choose from, in their order, and whether a call needs one.',
    input: nothing,
    data: z.object({ required: z.boolean(), labels: z.array(CallLabel) }),
  }),
  ofCalls: endpoint({
    method: 'POST',
    path: at('ofCalls'),
    access: 'call-labels.use',
    reads: true,
    summary: 'The labels of calls; a call without one is left out.',
    input: z.object({ callIds: z.array(CallId).max(100) }),
    data: z.array(ChosenLabel),
  }),
  choose: endpoint({
    method: 'POST',
    path: at('choose'),
    access: 'call-labels.use',
    summary: 'Gives a call of mine its label, or takes it away with null.',
    input: z.object({ callId: CallId, labelId: Id.nullable() }),
    data: ChosenLabel.nullable(),
  }),
  all: endpoint({
    method: 'POST',
    path: at('all'),
    access: 'call-labels.edit',
    reads: true,
    summary: 'Every label, also those switched off.',
    input: nothing,
    data: z.array(CallLabel),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'call-labels.edit',
    summary: 'Adds a label at the end.',
    input: LabelFields,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'call-labels.edit',
    summary: 'Changes a label; calls that have it show the change.',
    input: LabelFields.extend({ id: Id }),
    data: z.null(),
  }),
  sort: endpoint({
    method: 'POST',
    path: at('sort'),
    access: 'call-labels.edit',
    summary: 'Puts the labels in this order; those left out follow as they were.',
    input: z.object({ ids: z.array(Id).max(LABELS_MOST) }),
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'call-labels.edit',
    summary: 'Deletes a label no call has; others can be switched off.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};

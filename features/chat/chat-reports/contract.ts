import { z } from 'zod';
import { channelKinds, conversationStates } from '#features/chat/chat/contract.ts';
import { daysInOrder, daysShape } from '#shared/days.ts';
import { endpoint, Id, TableFileKind, WireTime } from '#shared/endpoint.ts';

export const REPORT_DAYS_MOST = 366;
export const TALKS_A_PAGE = 50;

/** Days are those of the reader's zone, both included; conversations count on the day they were begun. */
const ReportShape = z.object({
  ...daysShape,
  channel_id: Id.optional(),
  /** The group it is in, or was in at the end. */ group_id: Id.optional(),
  /** Had it at some time. */ agent_id: Id.optional(),
});
const inOrder = daysInOrder(REPORT_DAYS_MOST);
export const ReportFilter = ReportShape.refine(inOrder, 'days in their order, at most a year');
export type ReportFilter = z.output<typeof ReportFilter>;

/** Seconds; null where it applies to none. What each figure means is told in `features/chat/chat-reports/core/report.ts`. */
const Spread = z.object({
  count: z.number(),
  meanSec: z.number().nullable(),
  medianSec: z.number().nullable(),
  ninetySec: z.number().nullable(),
});
const Figures = z.object({
  begun: z.number(),
  answered: z.number(),
  unanswered: z.number(),
  kept: z.number(),
  transfers: z.number(),
  wait: Spread,
  answer: Spread,
  handle: Spread,
  /** How many gave one star, two, … five. */ ratings: z.array(z.number()),
});
export const FiguresOf = Figures.extend({ id: z.number(), /** Empty: whoever it was is gone. */ name: z.string() });
export type FiguresOf = z.output<typeof FiguresOf>;
export const ChatFiguresAt = Figures.extend({ start: WireTime, end: WireTime });
export type ChatFiguresAt = z.output<typeof ChatFiguresAt>;
export const Report = z.object({
  /** What we promise now. */
  promiseSec: z.number(),
  total: Figures,
  step: z.enum(['hour', 'day']),
  times: z.array(ChatFiguresAt),
  channels: z.array(FiguresOf),
  groups: z.array(FiguresOf),
  agents: z.array(FiguresOf),
});
export type Report = z.output<typeof Report>;

export const talkSorts = ['all', 'answered', 'unanswered', 'late', 'transferred', 'rated'] as const;

/** A conversation behind the figures. Names are masked where the role asks. */
export const ReportedTalk = z.object({
  id: z.number(),
  state: z.enum(conversationStates),
  name: z.string(),
  visitor_id: z.number(),
  channel_name: z.string(),
  channel_kind: z.enum(channelKinds),
  group_name: z.string(),
  agent_name: z.string(),
  begun_at: WireTime,
  closed_at: WireTime.nullable(),
  waitSec: z.number().nullable(),
  answerSec: z.number().nullable(),
  handleSec: z.number().nullable(),
  transfers: z.number(),
  rating: z.number().nullable(),
  rating_note: z.string(),
});
export type ReportedTalk = z.output<typeof ReportedTalk>;

/** Tables one can take along; `conversations` has a line for each. */
export const exportTables = ['conversations', 'agents', 'groups', 'channels', 'times'] as const;

/** Pushed when the figures may have changed. */
export const CHAT_REPORT_CHANGED = 'chat-reports.changed';

const at = <P extends string>(path: P) => `/cc/api/chatReport/v1/${path}` as const;

export const chatReportsApi = {
  figures: endpoint({
    method: 'POST',
    path: at('figures'),
    access: 'chat-reports.view',
    reads: true,
    summary: 'Figures of conversations: all together, by time, channel, group and agent.',
    input: ReportFilter,
    data: Report,
  }),
  conversations: endpoint({
    method: 'POST',
    path: at('conversations'),
    access: 'chat-reports.view',
    reads: true,
    summary: 'The conversations behind a figure, newest first.',
    input: ReportShape.extend({
      /** Begun within these moments, the last not included. */ start: WireTime.optional(),
      end: WireTime.optional(),
      only: z.enum(talkSorts).default('all'),
      /** After this one of the list before. */ after: Id.optional(),
    }).refine(inOrder, 'days in their order, at most a year'),
    data: z.object({ list: z.array(ReportedTalk), more: z.boolean() }),
  }),
  exportTable: endpoint({
    method: 'POST',
    path: at('export'),
    access: 'chat-reports.export',
    freshProof: true,
    summary: 'Writes a table of the report into my downloads; answers its id.',
    input: ReportShape.extend({ table: z.enum(exportTables), kind: TableFileKind.default('csv') }).refine(
      inOrder,
      'days in their order, at most a year',
    ),
    data: z.object({ id: z.number() }),
  }),
};

import { z } from 'zod';
import { equipmentParts, equipmentReasons } from '#core/equipment/equipment.ts';
import { endpoint, Id, nothing, PageQuery, pageOf, WireTime } from '#shared/endpoint.ts';

/** Pushed to whoever may see checks: somebody reported one. */
export const EQUIPMENT_CHECKED = 'equipment-check.reported';

const Name = z.string().trim().max(200);

/** What a check found out, as `core/equipment` judges it. */
export const Facts = z.object({
  microphone: z.object({
    seen: z.boolean().nullable(),
    name: Name,
    devices: z.number().int().min(0).max(1_000),
    permission: z.enum(['granted', 'denied', 'prompt', 'missing', 'unsupported']),
  }),
  speaker: z.object({ heard: z.boolean().nullable(), name: Name, played: z.boolean() }),
  browser: z.object({
    name: Name,
    system: Name,
    webSockets: z.boolean(),
    audioContext: z.boolean(),
    microphoneAllowed: z.boolean(),
  }),
  network: z.object({
    echoMs: z.number().min(0).max(600_000).nullable(),
    socketStatus: z.number().int().min(0).max(10),
    udp: z.boolean().nullable(),
    relay: z.enum(['reached', 'unreached', 'none']).nullable(),
    call: z.object({ answered: z.boolean(), mos: z.number().min(1).max(5).nullable() }).nullable(),
  }),
});

const Verdict = z.object({ normal: z.boolean(), reasons: z.array(z.enum(equipmentReasons)) });
const CheckResult = z.object({
  id: z.number(),
  at: WireTime,
  userId: z.number(),
  userName: z.string(),
  verdict: z.object({ microphone: Verdict, speaker: Verdict, browser: Verdict, network: Verdict }),
  facts: Facts,
});
export type CheckResult = z.infer<typeof CheckResult>;

const at = <P extends string>(path: P) => `/cc/api/equipment/v1/${path}` as const;

/** What the server knows of how browsers reach it. */
const Reach = z.object({
  /** As people type it. */
  url: z.string(),
  /** Nobody set it: it is right on the server's own machine alone. */
  isUrlGuessed: z.boolean(),
  isSecure: z.boolean(),
  /** When the certificate the server shows itself runs out. */
  certificateUntil: WireTime.nullable(),
  /** Null: sound goes to an exchange elsewhere. */
  sound: z
    .object({
      udpPort: z.number(),
      isPortFixed: z.boolean(),
      address: z.string().nullable(),
      hasStun: z.boolean(),
      hasTurn: z.boolean(),
    })
    .nullable(),
});
export type Reach = z.infer<typeof Reach>;

export const equipmentCheckApi = {
  reach: endpoint({
    method: 'GET',
    path: at('reach'),
    access: 'equipment-check.view',
    summary: 'What the server knows of how browsers and their sound reach it.',
    input: nothing,
    data: Reach,
  }),
  report: endpoint({
    method: 'POST',
    path: at('report'),
    access: 'signedIn',
    handlesFailures: true,
    limit: { per: 'user', max: 30, windowSec: 300 },
    summary: 'Keeps what a check of my equipment found out; answers what is normal and what is not.',
    input: z.object({ facts: Facts }),
    data: CheckResult,
  }),
  list: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'equipment-check.view',
    reads: true,
    summary: 'The newest check of every agent, newest first.',
    input: PageQuery.extend({
      /** Only those whose part is abnormal; `any`: some part. */ abnormal: z
        .enum(['any', ...equipmentParts])
        .optional(),
    }),
    data: pageOf(CheckResult),
  }),
  history: endpoint({
    method: 'POST',
    path: at('history'),
    access: 'equipment-check.view',
    reads: true,
    summary: 'The last checks of one agent, newest first.',
    input: z.object({ userId: Id }),
    data: z.array(CheckResult),
  }),
};

import { MessageType } from '#shared/codes/message-type.ts';
import type {
  AiConversation,
  AiCustomer,
  AiFlow,
  AiStatistics,
  AiTask,
  AiTaskCall,
  AiTaskDetail,
} from '../contract.ts';

/** Believable tasks, customers and calls of flows, for tests of the screens. */
export const anAiTask = (some: Partial<AiTask> = {}): AiTask => ({
  id: 4,
  name: 'Renewals by AI',
  status: 2,
  state: 'running',
  pauseReason: null,
  pausedBy: '',
  pausedAt: null,
  flowId: 8,
  flowName: 'Renewal talk',
  callsAtOnce: 5,
  priority: 5,
  customers: 40,
  completed: 10,
  startAt: null,
  expiresAt: null,
  author: 'Sofía',
  createdAt: '2026-11-15 10:00:00',
  startedAt: '2026-11-15 10:00:00',
  endedAt: null,
  ...some,
});

export const anAiDetail = (some: Partial<AiTaskDetail> = {}): AiTaskDetail => ({
  ...anAiTask(),
  note: '',
  startType: 1,
  hours: [],
  zoneRule: 'customer',
  retry: { attempts: 3, perDay: 2, waits: [{ on: 'busy', minutes: 15, attempts: 3 }] },
  order: 'list',
  routerId: 3,
  groupId: 2,
  otherCampaigns: 'skipOpen',
  needsConsent: false,
  ringSec: 30,
  numberPool: [],
  machineRule: 'connect',
  machineSoundId: null,
  machineText: '',
  flowValues: { plan: 'Plan' },
  groupName: 'Sales',
  routeName: 'Outbound AI',
  isFlowPublished: true,
  draftOf: null,
  version: 3,
  ...some,
});

export const someFlows: AiFlow[] = [
  {
    flowId: 8,
    flowName: 'Renewal talk',
    version: 2,
    languages: ['es'],
    attributes: [
      { attrKey: 'plan', name: 'Plan', isRequired: true },
      { attrKey: 'remark', name: 'Remark', isRequired: false },
    ],
  },
  { flowId: 9, flowName: 'Survey', version: 1, languages: ['en'], attributes: [] },
];

export const anAiCustomer = (some: Partial<AiCustomer> = {}): AiCustomer => ({
  id: 11,
  taskId: 4,
  customerId: 90,
  customerName: 'Lucía Prado',
  phone: '525512345678',
  country: 'MX',
  columns: { Plan: 'Family' },
  priority: 5,
  orderStatus: 1,
  lastCall: {
    attemptId: 70,
    status: 24,
    result: 9,
    completionStatus: 6,
    beganAt: '2026-11-15 10:10:00',
    talkSec: 0,
  },
  condition: 2,
  attempts: 1,
  nextAt: '2026-11-15 12:10:00',
  closedBy: null,
  note: '',
  collected: {},
  doneAt: null,
  ...some,
});

export const anAiCall = (some: Partial<AiTaskCall> = {}): AiTaskCall => ({
  attemptId: 70,
  taskId: 4,
  memberId: 11,
  customerId: 90,
  customerName: 'Lucía Prado',
  phone: '525512345678',
  callId: 'call-1',
  talkId: 'talk-1',
  status: 10,
  completionStatus: 6,
  connectionStatus: 0,
  condition: 1,
  result: 22,
  isOver: true,
  talkSec: 65,
  turns: 3,
  hasRecording: false,
  agentName: 'Ana',
  beganAt: '2026-11-15 10:10:00',
  answeredAt: '2026-11-15 10:10:08',
  endedAt: '2026-11-15 10:11:13',
  ...some,
});

/** A call in which the flow talks at this moment. */
export const aLiveCall = (some: Partial<AiTaskCall> = {}): AiTaskCall =>
  anAiCall({
    status: 5,
    completionStatus: 5,
    connectionStatus: 5,
    result: null,
    isOver: false,
    talkSec: 0,
    agentName: '',
    endedAt: null,
    ...some,
  });

export const aConversation = (some: Partial<AiConversation> = {}): AiConversation => ({
  conversationType: 3,
  call: anAiCall(),
  flowName: 'Renewal talk',
  flowVersion: 2,
  language: 'es',
  variables: { wish: 'Renews for a year' },
  messages: [
    { msgType: MessageType.aiSaid, text: 'Would you like to renew?' },
    { msgType: MessageType.userSaid, text: 'Yes, please' },
  ].map(({ msgType, text }, place) => ({
    msgId: `talk-1-${place}`,
    msgType,
    time_ms: 0,
    createTs: place,
    stepId: null,
    msgInfo: { text },
    node_choose: '',
    recordUrl: '',
  })),
  ...some,
});

export const someAiFigures: AiStatistics = {
  customers: 40,
  completed: 10,
  orders: [
    { orderStatus: 0, customers: 26 },
    { orderStatus: 1, customers: 3 },
    { orderStatus: 2, customers: 10 },
    { orderStatus: 3, customers: 1 },
  ],
  calls: 20,
  connected: 8,
  underWay: 1,
  talkSec: 480,
  statuses: [
    { status: 10, calls: 8 },
    { status: 24, calls: 12 },
  ],
  results: [
    { result: 1, calls: 5 },
    { result: 22, calls: 3 },
    { result: 9, calls: 12 },
  ],
  machines: 2,
  transferred: { succeeded: 3, failed: 1 },
  days: [{ day: '2026-11-15', calls: 20, connected: 8 }],
  hours: [
    { hour: 10, calls: 15, connected: 5 },
    { hour: 12, calls: 5, connected: 3 },
  ],
};

import { expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { AgentStatus, agentStatusTone } from './agent-status.ts';
import { HeaderCallState } from './header-call-state.ts';
import { codeTables } from './index.ts';
import { MessageFamily } from './message-family.ts';
import { MessageType } from './message-type.ts';
import pagesEnUS from './pages/text/en-US.json' with { type: 'json' };
import pagesEsMX from './pages/text/es-MX.json' with { type: 'json' };
import pagesIdID from './pages/text/id-ID.json' with { type: 'json' };
import pagesZhCN from './pages/text/zh-CN.json' with { type: 'json' };
import { SpeechChannel } from './speech-channel.ts';
import { TaskStatus } from './task-status.ts';
import enUS from './text/en-US.json' with { type: 'json' };
import esMX from './text/es-MX.json' with { type: 'json' };
import idID from './text/id-ID.json' with { type: 'json' };
import zhCN from './text/zh-CN.json' with { type: 'json' };

type Labels = Record<string, string>;
type ByLanguage<T> = Record<(typeof languages)[number], T>;
/** Those of every session, and those that come with pages. */
const files: ByLanguage<readonly [Labels, Labels]> = {
  'en-US': [enUS, pagesEnUS],
  'zh-CN': [zhCN, pagesZhCN],
  'es-MX': [esMX, pagesEsMX],
  'id-ID': [idID, pagesIdID],
};
const labels = Object.fromEntries(
  Object.entries(files).map(([language, [always, withPages]]) => [language, { ...always, ...withPages }]),
) as ByLanguage<Labels>;
const tables = Object.entries(codeTables);
const rows = tables.flatMap(([table, { rows }]) => rows.map((row) => ({ table, ...row })));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const words = (text: string) => text.split(' ');

/** What the specification enumerates. A code that is ours alone is marked so in its table. */
const specified: Record<keyof typeof codeTables, (number | string)[]> = {
  agentSocketEvent: [7, 8, 9],
  agentStatus: [0, 4, 36, ...numbers(61, 69)],
  agentType: [0, 1],
  aiCallResult: [1, 2, 3, ...numbers(6, 24)],
  aiCallStatus: [...numbers(1, 6), ...numbers(10, 29)],
  aiOrderStatus: numbers(0, 4),
  blockedMedia: words('audio microphone both notification'),
  callOutcome: numbers(0, 18),
  callStateText: numbers(0, 6),
  chatMessageStatus: numbers(0, 4),
  chatType: [0, 1],
  completionStatus: [...numbers(1, 6), 14],
  conditionStatus: [1, 2],
  connectionStatus: numbers(0, 5),
  connectionType: numbers(1, 8),
  consent: [0, 1, 2],
  conversationType: [3],
  currency: words('USD CNY HKD EUR AUD GBP SGD VND JPY KRW CAD CHF INR IDR MXN MYR PHP RUB THB TRY TWD'),
  customerLanguage: words('es en hi ja ru uk sv zh pt nl tr fr de id ko it'),
  customerSource: [1, 2, 3, 4, 5],
  dateFormat: numbers(1, 4),
  dateShortcut: words('today last7Days last30Days'),
  dialKey: words('1 2 3 4 5 6 7 8 9 * 0 #'),
  dialerStatus: [-1, 0, 1, 2, 4, 5, 6],
  dispatchType: [1, 3],
  downloadStatus: numbers(0, 3),
  encryptType: numbers(0, 3),
  equipmentPart: words('microphone speaker browser network'),
  equipmentProblem: numbers(1, 5),
  equipmentResult: words('normal abnormal'),
  equipmentStep: numbers(0, 2),
  finalCallStatus: [6, ...numbers(8, 13), ...numbers(15, 27)],
  flowTestAction: [1, 2, 5, 6, 7],
  flowTestCommand: [0x6000, 0x6001, 0x6003, 0x6099],
  flowTestTab: [1, 2],
  hangupReason: ['normal', 'unsupported', 'reject', 'peer reject'],
  headerCallState: [-1, 0, 1, 2, 3, 4, 7, 8, 9],
  inboundConfig: [1, 2],
  lineCheckState: [0, 1, 2],
  liveCallStatus: [...numbers(1, 5), 14],
  markColour: ['green', 'blue', 'violet', 'amber', 'red', 'grey'],
  messageFamily: words(
    'callRecord user ai video detection tags sms whatsapp languageDetect languageDetectDebug triggerNode maxTimes timing latency botNode',
  ),
  messageType: [
    ...numbers(2, 7),
    ...numbers(11, 17),
    ...numbers(21, 24),
    ...numbers(31, 34),
    ...numbers(41, 43),
    ...numbers(51, 54),
    ...numbers(61, 64),
    71,
    81,
    82,
    90,
    ...numbers(94, 100),
    ...numbers(200, 221),
    ...numbers(300, 307),
  ],
  monitorAction: words('listen whisper'),
  phoneConversion: [1, 2],
  phoneLibraryState: [
    'init',
    'nxapi',
    'connecting',
    'connected',
    'registering',
    'ready',
    'calling out',
    'calling created',
    'incoming',
    'answering',
    'talking',
    'call ending',
    'call end',
    'disconnected',
    'error',
    'reinit',
  ],
  presence: [1, 2],
  previewResult: numbers(0, 3),
  previewState: numbers(0, 5),
  previewTaskState: [0, 1],
  ringtone: words('rising bell marimba pulse calm silent'),
  routeType: numbers(1, 4),
  seatKind: words('text voice'),
  seatOnline: [0, 1],
  seatType: [0, 1],
  signalBars: numbers(1, 5),
  smsStatus: numbers(1, 4),
  speechChannel: numbers(1, 14),
  statusEvent: [1, 2],
  system: [2, 5],
  taskPauseReason: numbers(1, 8),
  taskStartType: [1, 2, 3],
  taskStatus: numbers(1, 5),
  testCallDirection: [3, 4],
  testCallStatus: [1, 2, 4, 5],
  testConnectionStatus: numbers(0, 5),
  timeFormat: [1, 2],
  toneFlag: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  variableType: numbers(1, 9),
  webPresence: words('login-web logout-web'),
  weekday: numbers(1, 7),
};

test.each(tables)('[ENUM-01] %s has the codes the specification gives it', (name, table) => {
  expect(table.rows.map((row) => row.code)).toEqual(specified[name as keyof typeof specified]);
});

test.each(languages)(
  '[ENUM-01] every row of every table has a label in %s, in the order of the tables, and no label is left over',
  (language) => {
    const wanted = rows.map((row) => row.key);
    for (const file of files[language])
      expect(Object.keys(file)).toEqual(wanted.filter((key) => file[key] !== undefined));
    expect(files[language].flatMap((file) => Object.keys(file)).toSorted()).toEqual(wanted.toSorted());
  },
);

test.each(languages)('[ENUM-01] no label is empty in %s but the one the specification leaves blank', (language) => {
  const empty = Object.entries(labels[language]).filter(([, label]) => label.trim() === '');
  expect(empty).toEqual([['callStateText.blank', '']]);
});

test('the code of a row is its own within the table', () => {
  for (const [name, table] of tables)
    expect(new Set(table.rows.map((row) => row.code)).size, name).toBe(table.rows.length);
});

test('a key names its table and the name code uses', () => {
  for (const [name, table] of tables) {
    for (const row of table.rows) {
      const [prefix, rowName] = row.key.split('.') as [string, string];
      expect(prefix).toBe(name);
      expect(table).toHaveProperty(rowName, row.code);
    }
  }
});

test('a column stands in every row of its table, so that it can be read from any code', () => {
  for (const [name, table] of tables) {
    const columns = table.rows.map((row) => Object.keys(row).join(' '));
    expect(new Set(columns).size, name).toBe(1);
  }
});

test('within a table two rows that mean different things read differently', () => {
  for (const language of languages) {
    for (const [name, table] of tables) {
      const read = table.rows.map((row) => labels[language][row.key]);
      expect(new Set(read).size, `${name} in ${language}`).toBe(read.length);
    }
  }
});

test('[STATUS-01] 67 is green, 66 red, 0 grey and every other status warns', () => {
  const tones = Object.fromEntries(AgentStatus.rows.map((row) => [row.code, row.tone]));
  expect(tones).toEqual({
    67: 'green',
    66: 'red',
    0: 'grey',
    61: 'warning',
    62: 'warning',
    63: 'warning',
    64: 'warning',
    65: 'warning',
    68: 'warning',
    69: 'warning',
    4: 'warning',
    36: 'warning',
  });
});

test('[STATUS-01] an available agent is red while monitoring, and only an available one changes', () => {
  expect(agentStatusTone(AgentStatus.available, true)).toBe('red');
  for (const { code, tone } of AgentStatus.rows) {
    expect(agentStatusTone(code, false)).toBe(tone);
    if (code !== AgentStatus.available) expect(agentStatusTone(code, true)).toBe(tone);
  }
});

test('[STATUS-16] 69, 4 and 36 are accepted, warn, and cannot be chosen', () => {
  for (const code of [69, 4, 36] as const) {
    expect(AgentStatus.schema.parse(code)).toBe(code);
    expect(AgentStatus.row(code)).toMatchObject({ tone: 'warning', selectable: false });
  }
});

test('[STATUS-03] the header allows a change of status in 0 and 4 only', () => {
  expect(HeaderCallState.rows.filter((row) => row.mayChangeStatus).map((row) => row.code)).toEqual([0, 4]);
});

test('[ENUM-01] a failed task has no tab and the discarded speech channel cannot be chosen', () => {
  expect(TaskStatus.rows.filter((row) => !row.tab).map((row) => row.code)).toEqual([4]);
  expect(SpeechChannel.rows.filter((row) => !row.selectable).map((row) => row.code)).toEqual([1]);
});

test('[FLOW-07] message types 4, 14 and 33 end the round', () => {
  expect(MessageType.rows.filter((row) => row.endsRound).map((row) => row.code)).toEqual([4, 14, 33]);
});

test('[FLOW-05] every message type belongs to a family, as the table of the specification groups them', () => {
  const families = Object.groupBy(MessageType.rows, (row) => row.family);
  const grouped = Object.fromEntries(
    MessageFamily.rows.map(({ code }) => [code, families[code]?.map((row) => row.code)]),
  );
  expect(grouped).toEqual({
    callRecord: [2, 3, 4, 5, 7, ...numbers(11, 17), 21, 33, 41, 42, 90, 97, 98, 99, 100],
    user: [6, 22, 23, 24],
    ai: [31, 32],
    video: [34, 43],
    detection: numbers(51, 54),
    tags: numbers(61, 64),
    sms: [71],
    whatsapp: [81, 82],
    languageDetect: [95],
    languageDetectDebug: [94, 96],
    triggerNode: numbers(200, 221),
    maxTimes: [300, 301, 302],
    timing: [303, 304, 305],
    latency: [306],
    botNode: [307],
  });
});

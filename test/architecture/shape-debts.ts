/** Functions over 120 lines, and their length when they were listed. The list only shrinks. */
export const longFunctions: Record<string, number> = {
  'features/chat/chat-channels/web/widget/widget.ts: startWidget': 138,
};

/** Files that reach themselves through their imports, ring by ring. The list only shrinks. */
export const filesInRings = [];

/** What an `open-x.ts` opens and says itself, and why. The list only shrinks. */
export const withTheirInterface: Record<string, string> = {
  'features/chat/chat-carriers/server/open-carriers.ts: ChatCarriers':
    'nobody wrote down what it is: it is whatever is opened',
  'features/team/agent-groups/server/open-queue-desk.ts: LiveQueueDesk':
    'adds the desk of a tenant, which knows `queue-desk.ts`: there they would be a ring',
  'features/voice/call-routes/server/open-call-plans.ts: OpenCallPlans':
    'adds what the plan says when it is asked, of types that know `call-plans.ts`',
};

const KEPT_BY_THE_DATABASE = 'the rule a function or query of the database keeps, which a test compares with it';

/** Exports that only tests read, and why they are there all the same. The list only shrinks. */
export const forTestsAlone: Record<string, string> = {
  'adapters/telephony/asterisk/open-phones-table.ts: openPhonesTable':
    'where phones are, for the suite of every exchange: adapters know no features, and the product reads it as one (`edgePhones`)',
  'adapters/telephony/asterisk/config/start-asterisk-house.ts: startAsteriskHouse':
    'Kamailio and Asterisk for an hour: tests of the exchange on them and `npm run interop exchange`',
  'core/flow/message-sources.ts: messageSources': 'the table of docs/flows.md, compared with what flows tell (FLOW-05)',
  'core/money/choose-price.ts: choosePrice': KEPT_BY_THE_DATABASE,
  'features/chat/chat-reports/core/report.ts: countTalk': KEPT_BY_THE_DATABASE,
  'features/chat/chat/core/delivery.ts: furthest': KEPT_BY_THE_DATABASE,
  'features/chat/chat/core/reply-rules.ts: refusalToResend': KEPT_BY_THE_DATABASE,
  'features/chat/chat/core/reply-rules.ts: refusalToWrite': KEPT_BY_THE_DATABASE,
  'core/figures/loss.ts: lossPlace': KEPT_BY_THE_DATABASE,
  'core/figures/status-time.ts: statusTime': KEPT_BY_THE_DATABASE,
  'core/figures/waits.ts: waitsOf': KEPT_BY_THE_DATABASE,
  'shared/codes/index.ts: codeTables':
    'every enumeration of the specification, also the ones no screen shows yet (ENUM-01)',
};

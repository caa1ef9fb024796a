/** Functions over 120 lines, and their length when they were listed. The list only shrinks. */
export const longFunctions: Record<string, number> = {
  'features/chat/chat-carriers/server/account-routes.ts: accountRoutes': 129,
  'features/chat/chat-channels/server/visitor-routes.ts: visitorRoutes': 173,
  'features/chat/chat-channels/web/widget/widget.ts: startWidget': 138,
  'features/customers/customer-files/server/import-handlers.ts: importHandlers': 137,
  'features/flows/flow-talks/server/open-talk.ts: openTalk': 209,
  'features/flows/flow-talks/server/open-talks.ts: openTalks': 147,
  'features/flows/flow-talks/server/voice-mouth.ts: openVoiceMouth': 233,
  'features/flows/speech/server/handlers.ts: speechHandlers': 143,
  'features/voice/call-records/server/record-handlers.ts: recordHandlers': 159,
  'features/voice/softphone/core/phone-machine.ts: decide': 128,
};

/** Files that reach themselves through their imports, ring by ring. The list only shrinks. */
export const filesInRings = [];

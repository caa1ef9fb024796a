import { codes, type CodeOf } from '../codes.ts';

/** What a test message is about; the table of message types groups its numbers so (specification P3). */
export const MessageFamily = codes({
  callRecord: { code: 'callRecord', key: 'messageFamily.callRecord' },
  user: { code: 'user', key: 'messageFamily.user' },
  ai: { code: 'ai', key: 'messageFamily.ai' },
  video: { code: 'video', key: 'messageFamily.video' },
  detection: { code: 'detection', key: 'messageFamily.detection' },
  tags: { code: 'tags', key: 'messageFamily.tags' },
  sms: { code: 'sms', key: 'messageFamily.sms' },
  whatsapp: { code: 'whatsapp', key: 'messageFamily.whatsapp' },
  languageDetect: { code: 'languageDetect', key: 'messageFamily.languageDetect' },
  languageDetectDebug: { code: 'languageDetectDebug', key: 'messageFamily.languageDetectDebug' },
  triggerNode: { code: 'triggerNode', key: 'messageFamily.triggerNode' },
  maxTimes: { code: 'maxTimes', key: 'messageFamily.maxTimes' },
  timing: { code: 'timing', key: 'messageFamily.timing' },
  latency: { code: 'latency', key: 'messageFamily.latency' },
  botNode: { code: 'botNode', key: 'messageFamily.botNode' },
});
export type MessageFamily = CodeOf<typeof MessageFamily>;

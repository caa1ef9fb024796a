import type { ChatDeskWorld } from './chat-desk.ts';
import type { ChatDeskParts } from './chat-desk-parts.ts';
import type { VisitorDesk } from './visitor-desk.ts';
import { visitorFiles } from './visitor-files.ts';
import { visitorMarks } from './visitor-marks.ts';
import { visitorMessages } from './visitor-messages.ts';
import { visitorVerdicts } from './visitor-verdicts.ts';
import { visitorView } from './visitor-view.ts';

export const openVisitorDesk = (parts: ChatDeskWorld & ChatDeskParts): Omit<VisitorDesk, 'onAgentTyping'> => ({
  ...visitorMessages(parts),
  ...visitorMarks(parts),
  ...visitorVerdicts(parts),
  ...visitorView(parts),
  ...visitorFiles(parts),
});

import { filledTemplate, placesIn } from '../core/template-text.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { chatApi } from '../contract.ts';
import { agentOf, findShown, templatesOf, type ChatRoutesWorld } from './chat-caller.ts';
import type { AgentDesk } from './agent-desk.ts';
import { storeAgentFile } from './chat-files.ts';

type WritingHandlers = Pick<Handlers<typeof chatApi>, 'send' | 'resend' | 'sendTemplate' | 'read' | 'upload' | 'react'>;

/** What agents write in conversations. */
export function writingHandlers(world: ChatRoutesWorld, agents: AgentDesk): WritingHandlers {
  return {
    send: (caller, wish) => agents.send(agentOf(caller), wish),

    resend: (caller, { message_id }) => agents.resend(agentOf(caller), message_id),

    async sendTemplate(caller, { conversation_id, client_id, name, language, values }) {
      await findShown(world, caller, conversation_id);
      const template = (await templatesOf(world, caller, conversation_id)).find(
        (one) => one.name === name && one.language === language,
      );
      if (!template) throw new Failure('notFound', 'name');
      if (values.length !== placesIn(template.body)) throw new Failure('invalidInput', 'values');
      return agents.send(
        agentOf(caller),
        { conversation_id, client_id, text: filledTemplate(template.body, values), note: false, mentions: [] },
        { name, language, values },
      );
    },

    async read(caller, { conversation_id, no }) {
      await agents.read(agentOf(caller), conversation_id, no);
      return null;
    },

    upload(caller, { conversation_id }, file) {
      caller.operation.note(String(conversation_id), { after: { mediaType: file.mediaType, bytes: file.bytes } });
      return storeAgentFile(world, agentOf(caller), conversation_id, file);
    },

    async react(caller, { message_id, emoji }) {
      await agents.react(agentOf(caller), message_id, emoji);
      return null;
    },
  };
}

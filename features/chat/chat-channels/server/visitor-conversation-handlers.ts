import type { VisitorDesk } from '#features/chat/chat/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { chatChannelsApi } from '../contract.ts';
import { channelsRepo, settingsOf } from './channels.repo.ts';
import { writeTranscript } from './transcript.ts';
import { holderOf } from './visitor-lookup.ts';

type ConversationHandlers = Pick<
  Handlers<typeof chatChannelsApi>,
  'history' | 'upload' | 'file' | 'end' | 'rate' | 'transcript' | 'leaveWord'
>;

/** What visitors do with their conversation beside writing, which goes by socket. */
export function visitorConversationHandlers(
  { db, texts, mail }: Pick<World, 'db' | 'texts' | 'mail'>,
  desk: VisitorDesk,
): ConversationHandlers {
  return {
    async history(_who, { token, before }) {
      return desk.visitorMessages(await holderOf(db, token), before);
    },
    async upload(_who, { token }, file) {
      const visitor = await holderOf(db, token);
      const channel = await db.tenant(visitor, (tx) => channelsRepo(tx).find(visitor.channelId));
      if (!channel || !settingsOf(channel).files) throw new Failure('notAllowed');
      return desk.storeVisitorFile(visitor, file);
    },
    async file(_who, { token, file_id }) {
      return desk.openVisitorFile(await holderOf(db, token), file_id);
    },
    async end(_who, { token }) {
      await desk.endByVisitor(await holderOf(db, token));
      return null;
    },
    async rate(_who, { token, rating, note }) {
      await desk.rate(await holderOf(db, token), rating, note);
      return null;
    },
    async transcript(who, { token, email }) {
      const visitor = await holderOf(db, token);
      const { messages } = await desk.visitorState(visitor);
      if (messages.length === 0) throw new Failure('notFound');
      await mail.send(writeTranscript(texts, who.language, email, messages));
      return null;
    },
    async leaveWord(_who, { token, ...word }) {
      await desk.leaveWord(await holderOf(db, token), word);
      return null;
    },
  };
}

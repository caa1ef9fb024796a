import type { VisitorDesk } from '#features/chat/chat/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { chatChannelsApi } from '../contract.ts';
import { channelsRepo, settingsOf } from './channels.repo.ts';
import { writeTranscript, writeTranscriptCode } from './transcript.ts';
import { transcriptMails } from './transcript-mails.ts';
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
  const mails = transcriptMails(db);
  return {
    async history(_who, { token, before }) {
      return desk.visitorMessages(await holderOf(db, token), before);
    },
    async upload(_who, { token }, file) {
      const visitor = await holderOf(db, token);
      const channel = await db.tenant(visitor, (tx) => channelsRepo(tx).find(visitor.channelId));
      if (!channel || !settingsOf(channel).files) throw new Failure('notAllowed');
      return desk.storeVisitorFile(visitor, file, { needsConversation: true });
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
    async transcript(who, { token, email, code }) {
      const visitor = await holderOf(db, token);
      const { messages } = await desk.visitorState(visitor);
      if (messages.length === 0) throw new Failure('notFound');
      const wish = { ...visitor, address: email.toLowerCase() };
      if (code !== undefined) await mails.prove(wish, code);
      const isProven = await mails.isProven(wish);
      const sent = await mails.count(wish, !isProven);
      await mail.send(
        isProven
          ? writeTranscript(texts, who.language, email, messages)
          : writeTranscriptCode(texts, who.language, email, sent),
      );
      return { needs_code: !isProven };
    },
    async leaveWord(_who, { token, ...word }) {
      await desk.leaveWord(await holderOf(db, token), word);
      return null;
    },
  };
}

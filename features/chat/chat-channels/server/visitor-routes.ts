import { opening } from '../core/opening-hours.ts';
import { lineUrl, readLines, type TenantSecrets } from '#features/team/agents/server/index.ts';
import { closedNow } from '#features/voice/business-hours/server/index.ts';
import type { ChannelRow, VisitorDesk } from '#features/chat/chat/server/index.ts';
import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import type { Visitor } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { chatChannelsApi, VisitorState } from '../contract.ts';
import { CALLED, givePass } from './call-passes.ts';
import { channelByKey, channelsRepo, settingsOf } from './channels.repo.ts';
import { identitySecret } from './identity-secret.ts';
import { vouchedCustomer } from './vouched-customer.ts';
import { readIdentity } from './signed-identity.ts';
import { writeTranscript } from './transcript.ts';
import { letIn, visitorOf, type KnownVisitor } from './visitors.ts';
import { widgetScript } from './widget.ts';

type VisitorRoutes = Pick<
  Handlers<typeof chatChannelsApi>,
  'widget' | 'open' | 'enter' | 'history' | 'upload' | 'file' | 'end' | 'rate' | 'transcript' | 'callPass' | 'leaveWord'
>;

/** What pages of visitors ask. Whoever brings no good token learns nothing but that. */
export function visitorRoutes(
  {
    db,
    clock,
    texts,
    mail,
    publicUrl,
    exchange,
  }: Pick<World, 'db' | 'clock' | 'texts' | 'mail' | 'publicUrl' | 'exchange'>,
  desk: VisitorDesk,
  secrets: TenantSecrets,
): VisitorRoutes {
  async function channelOf(key: string): Promise<ChannelRow & { company: string }> {
    const channel = await db.everyTenant('a page of ours, before its tenant is known', (tx) => channelByKey(tx, key));
    if (!channel) throw new Failure('notFound');
    return channel;
  }

  async function holderOf(token: string): Promise<KnownVisitor> {
    const visitor = await db.everyTenant('a token belongs to no tenant yet', (tx) => visitorOf(tx, token));
    if (!visitor) throw new Failure('notFound');
    return visitor;
  }

  /** The group that takes calls from this channel now; null outside the hours, its own or the channel's, and when it is gone. */
  async function calledNow(channel: ChannelRow): Promise<number | null> {
    const { call_group_id: groupId, hours, time_zone } = settingsOf(channel);
    if (groupId === null || !opening(hours, time_zone, clock.nowMs()).open) return null;
    return db.tenant({ tenantId: channel.tenant_id }, async (tx) => {
      if (!(await hasGroup(tx, groupId))) return null;
      // A group that is away would only take messages.
      return (await closedNow(tx, { numberId: null, nowMs: clock.nowMs() })).group(groupId) === null ? groupId : null;
    });
  }

  async function stateOf(visitor: KnownVisitor, token: string, needsForm: boolean): Promise<VisitorState> {
    const { conversation, messages, eventId } = await desk.visitorState(visitor);
    return {
      token,
      name: visitor.name,
      needs_form: needsForm && conversation === null,
      conversation,
      messages,
      event_id: eventId,
    };
  }

  return {
    async widget({ origin }, { key }) {
      const channel = await channelOf(key);
      const body = await widgetScript(origin.site ?? publicUrl, channel.key, settingsOf(channel));
      return {
        name: 'chat.js',
        mediaType: 'text/javascript; charset=utf-8',
        body,
        bytes: body.length,
        inline: true,
        forOtherSites: true,
      };
    },

    async open(_who, { key }) {
      const channel = await channelOf(key);
      const { colour, position, title, greeting, offline, form, quick_answers, files, rating, hours, time_zone } =
        settingsOf(channel);
      const { open, opensIn } = opening(hours, time_zone, clock.nowMs());
      return {
        key: channel.key,
        company: channel.company,
        colour,
        position,
        title,
        greeting,
        offline,
        form,
        quick_answers,
        files,
        rating,
        open,
        opens_in: opensIn,
        calls: (await calledNow(channel)) !== null,
      };
    },

    async enter(who, { key, token, identity, answers = {}, language, time_zone, page_url }) {
      const channel = await channelOf(key);
      const claims = identity ? readIdentity(await identitySecret(secrets, channel), identity, clock.nowMs()) : null;
      if (identity && !claims) throw new Failure('chatIdentityRefused');
      const held = token
        ? await db.everyTenant('a token belongs to no tenant yet', (tx) => visitorOf(tx, token))
        : null;
      // A token of another channel is somebody else's.
      const known = held?.channelId === channel.id ? held : null;
      const { form } = settingsOf(channel);
      const said = (kind: string): string => answers[form.find((question) => question.kind === kind)?.key ?? ''] ?? '';
      const customerId = claims && (await vouchedCustomer(db, channel.tenant_id, claims));
      const entered = await db.tenant({ tenantId: channel.tenant_id }, (tx) =>
        letIn(tx, {
          channelId: channel.id,
          claims,
          known,
          customerId,
          name: said('name').trim(),
          email: said('email').trim(),
          phone: said('phone'),
          answers,
          language,
          timeZone: time_zone,
          pageUrl: page_url,
          address: who.origin.address,
          userAgent: who.origin.userAgent,
        }),
      );
      const missing = form.some(
        (question) =>
          question.required &&
          !answers[question.key]?.trim() &&
          !(claims && ['name', 'email', 'phone'].includes(question.kind) && claims[question.kind as 'name']),
      );
      const asksAnyway = form.length > 0 && Object.keys(answers).length === 0 && !claims;
      return stateOf(entered.visitor, entered.token ?? token!, !known && (missing || asksAnyway));
    },

    async history(_who: Visitor, { token, before }) {
      return desk.visitorMessages(await holderOf(token), before);
    },
    async upload(_who, { token }, file) {
      const visitor = await holderOf(token);
      const channel = await db.tenant(visitor, (tx) => channelsRepo(tx).find(visitor.channelId));
      if (!channel || !settingsOf(channel).files) throw new Failure('notAllowed');
      return desk.storeVisitorFile(visitor, file);
    },
    async file(_who, { token, file_id }) {
      return desk.openVisitorFile(await holderOf(token), file_id);
    },
    async end(_who, { token }) {
      await desk.endByVisitor(await holderOf(token));
      return null;
    },
    async rate(_who, { token, rating, note }) {
      await desk.rate(await holderOf(token), rating, note);
      return null;
    },
    async transcript(who, { token, email }) {
      const visitor = await holderOf(token);
      const { messages } = await desk.visitorState(visitor);
      if (messages.length === 0) throw new Failure('notFound');
      await mail.send(writeTranscript(texts, who.language, email, messages));
      return null;
    },
    async callPass({ origin }, { token }) {
      const visitor = await holderOf(token);
      const channel = await db.tenant(visitor, (tx) => channelsRepo(tx).find(visitor.channelId));
      const groupId = channel && (await calledNow(channel));
      const [line] = await readLines({ db });
      if (groupId === null || !line) throw new Failure('chatNoCalls');
      const pass = await db.tenant(visitor, (tx) =>
        givePass(tx, { visitorId: visitor.visitorId, groupId, domain: exchange.domain, address: origin.address }),
      );
      return {
        ...pass,
        domain: exchange.domain,
        url: lineUrl(publicUrl, origin.site, line),
        to: CALLED,
        ice_servers: exchange.iceServers(pass.guest, clock.nowMs()),
      };
    },
    async leaveWord(_who, { token, ...word }) {
      await desk.leaveWord(await holderOf(token), word);
      return null;
    },
  };
}

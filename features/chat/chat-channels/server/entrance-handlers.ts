import { believedSite } from '#core/http/believed-site.ts';
import { channelOutlook, type VisitorDesk } from '#features/chat/chat/server/index.ts';
import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { chatChannelsApi, VisitorState } from '../contract.ts';
import { opening } from '../core/opening-hours.ts';
import { usualAnswerMinutes } from '../core/usual-answer.ts';
import { answerTo, isFormWanted } from '../core/visitor-form.ts';
import { calledNow } from './called-group.ts';
import { settingsOf } from './channels.repo.ts';
import { identitySecret } from './identity-secret.ts';
import { readIdentity } from './signed-identity.ts';
import { channelOf, findHolder } from './visitor-lookup.ts';
import { letIn, type KnownVisitor } from './visitors.ts';
import { vouchedCustomer } from './vouched-customer.ts';
import { widgetScript } from './widget.ts';

type EntranceHandlers = Pick<Handlers<typeof chatChannelsApi>, 'widget' | 'open' | 'enter'>;

/** How visitors come in: the script of the host site, the page as it looks, and who they are. */
export function entranceHandlers(
  world: Pick<World, 'db' | 'clock' | 'publicUrl' | 'isPublicUrlGuessed'>,
  desk: VisitorDesk,
  secrets: TenantSecrets,
): EntranceHandlers {
  const { db, clock, publicUrl, isPublicUrlGuessed: isGuessed } = world;

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
      const channel = await channelOf(db, key);
      const body = await widgetScript(believedSite({ publicUrl, isGuessed }, origin), channel.key, settingsOf(channel));
      return {
        name: 'chat.js',
        mediaType: 'text/javascript; charset=utf-8',
        body,
        bytes: body.length,
        inline: true,
        forOtherSites: true,
        variesByHost: isGuessed,
      };
    },

    async open(_who, { key }) {
      const channel = await channelOf(db, key);
      const { colour, position, title, greeting, offline, form, quick_answers, files, rating, hours, time_zone } =
        settingsOf(channel);
      const { open, opensIn } = opening(hours, time_zone, clock.nowMs());
      const { isStaffed, answeredAfterSec } = await db.tenant({ tenantId: channel.tenant_id }, (tx) =>
        channelOutlook(tx, channel, clock.nowMs()),
      );
      return {
        key: channel.key,
        company: channel.company,
        team: channel.group_name,
        staffed: isStaffed,
        answers_in: usualAnswerMinutes(answeredAfterSec),
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
        calls: (await calledNow(world, channel)) !== null,
      };
    },

    async enter(who, { key, token, identity, answers = {}, language, time_zone, page_url }) {
      const channel = await channelOf(db, key);
      const claims = identity ? readIdentity(await identitySecret(secrets, channel), identity, clock.nowMs()) : null;
      if (identity && !claims) throw new Failure('chatIdentityRefused');
      const held = token ? await findHolder(db, token) : null;
      // A token of another channel is somebody else's.
      const known = held?.channelId === channel.id ? held : null;
      const { form } = settingsOf(channel);
      const customerId = claims && (await vouchedCustomer(db, channel.tenant_id, claims));
      const entered = await db.tenant({ tenantId: channel.tenant_id }, (tx) =>
        letIn(tx, {
          channelId: channel.id,
          claims,
          known,
          customerId,
          name: answerTo(form, answers, 'name').trim(),
          email: answerTo(form, answers, 'email').trim(),
          phone: answerTo(form, answers, 'phone'),
          answers,
          language,
          timeZone: time_zone,
          pageUrl: page_url,
          address: who.origin.address,
          userAgent: who.origin.userAgent,
        }),
      );
      return stateOf(entered.visitor, entered.token ?? token!, !known && isFormWanted(form, answers, claims));
    },
  };
}

import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import type { VisitorDesk } from '#features/chat/chat/server/index.ts';
import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { chatChannelsApi } from '../contract.ts';
import { sweepPasses } from './call-passes.ts';
import { channelStep } from './channel-step.ts';
import { channelByKey, channelsRepo, settingsOf, shownChannel, type ChannelFields } from './channels.repo.ts';
import { identitySecret } from './identity-secret.ts';
import { sweepTranscriptMails } from './transcript-mails.ts';
import { sweepDevices } from './visitor-devices.ts';
import { visitorRoutes } from './visitor-routes.ts';
import { openVisitorSockets } from './visitor-socket.ts';

export { callPasses } from './call-passes.ts';

export { vouchedCustomer } from './vouched-customer.ts';

const QR_CODES = 2;

/** Where customers write from: the settings of channels, the page and the widget of their visitors. */
export function chatChannels(
  world: Pick<World, 'db' | 'clock' | 'texts' | 'mail' | 'publicUrl' | 'isPublicUrlGuessed' | 'exchange' | 'log'>,
  desk: VisitorDesk,
): ServerFeature {
  const { db } = world;
  const secrets = openTenantSecrets(db);
  const sockets = openVisitorSockets(world, desk);
  const orTaken = (thrown: unknown): never => {
    throw isDuplicate(thrown, 'chat_channel_key_key') ? new Failure('chatKeyTaken') : thrown;
  };
  return {
    name: 'chat-channels',
    menu: [
      {
        key: '/settings/chat',
        name: 'chat-channels.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 43,
        access: 'chat-channels.view',
        icon: 'inbox',
      },
    ],
    firstSteps: [channelStep],
    jobs: [sweepPasses(db), sweepDevices(db), sweepTranscriptMails(db)],
    channels: [sockets.served],
    stop: async () => sockets.stop(),
    framedPages: {
      prefix: '/c/',
      async framedBy(key) {
        const channel = await db.everyTenant('a page of ours, before its tenant is known', (tx) =>
          channelByKey(tx, decodeURIComponent(key)),
        );
        return channel ? settingsOf(channel).origins : [];
      },
    },
    routes: routes('chat-channels', chatChannelsApi, {
      ...visitorRoutes(world, desk, secrets),
      list: (caller) =>
        db.tenant(caller, async (tx) =>
          (await channelsRepo(tx).all()).filter(({ kind }) => kind === 'web').map(shownChannel),
        ),
      add: (caller, fields) =>
        db.tenant(caller, async (tx) => {
          const repo = channelsRepo(tx);
          await assertGroups(tx, fields);
          caller.operation.note(fields.name, { after: { group_id: fields.group_id, enabled: fields.enabled } });
          return { id: await repo.add(fields).catch(orTaken) };
        }),
      update: (caller, { id, version, ...fields }) =>
        db.tenant(caller, async (tx) => {
          const repo = channelsRepo(tx);
          const before = await repo.find(id);
          if (before?.kind !== 'web') throw new Failure('notFound');
          await assertGroups(tx, fields);
          if (!(await repo.update(id, version, fields).catch(orTaken))) throw new Failure('conflict');
          caller.operation.note(fields.name, {
            before: { ...settingsOf(before), enabled: before.enabled },
            after: { ...fields.settings, enabled: fields.enabled },
          });
          return null;
        }),
      remove: (caller, { id }) =>
        db.tenant(caller, async (tx) => {
          const repo = channelsRepo(tx);
          const channel = await repo.find(id);
          if (channel?.kind !== 'web') throw new Failure('notFound');
          if (await repo.isUsed(id)) throw new Failure('chatChannelUsed');
          await repo.remove(id);
          caller.operation.note(channel.name);
          return null;
        }),
      secret: (caller, { id }) =>
        db.tenant(caller, async (tx) => {
          const repo = channelsRepo(tx);
          const secret = await repo.renewSecret(id);
          const channel = await repo.find(id);
          if (!channel || !secret) throw new Failure('notFound');
          caller.operation.note(channel.name);
          return { secret: await identitySecret(secrets, channel) };
        }),
      entries: (caller) =>
        db.tenant(caller, async (tx) =>
          // People have WhatsApp on the phone they hold; our pages open on any.
          (await channelsRepo(tx).all())
            .filter(({ enabled, kind }) => enabled && kind !== 'email')
            .toSorted((one, other) => Number(one.kind === 'web') - Number(other.kind === 'web'))
            .slice(0, QR_CODES)
            .map(({ kind, name, key, settings }) => ({
              kind,
              name,
              address:
                kind === 'whatsapp'
                  ? `https://wa.me/${digitsOf(settings)}`
                  : `${world.publicUrl}/c/${encodeURIComponent(key)}`,
            })),
        ),
    }),
  };
}

/** Of the number of a WhatsApp channel, as its own settings have it. */
const digitsOf = (settings: unknown): string =>
  String((settings as { display_number?: unknown }).display_number ?? '').replace(/\D/g, '');

/** Who answers, and who is called, are groups of the tenant. */
async function assertGroups(
  tx: TenantTx,
  { group_id: groupId, settings: { call_group_id: called } }: ChannelFields,
): Promise<void> {
  if (!(await hasGroup(tx, groupId))) throw new Failure('notFound', 'group_id');
  if (called !== null && !(await hasGroup(tx, called))) throw new Failure('notFound', 'call_group_id');
}

import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { SEAT_SWITCHED } from '#features/team/seats/contract.ts';
import { System } from '#shared/codes/system.ts';
import { CHAT_PUSH, chatApi } from '../contract.ts';
import type { ChatDesk } from './chat-desk.ts';
import { chatFinder } from './chat-finder.ts';
import { chatNotices } from './chat-notices.ts';
import { chatPersonData, chatTies, chatTimeline } from './chat-person.ts';
import { chatRoutes } from './chat-routes.ts';
import { demoChats } from './demo.ts';
import { lookAtDueJob } from './look-at-due.ts';
import { nameVisitorsJob } from './name-visitors.ts';
import { sweepJob } from './sweep.ts';

export type * from './visitor-desk.ts';
export { channelOutlook } from './channel-outlook.ts';
export { channelBook, channelsWhere, type ChannelRow, type ChannelSort, type ChannelWish } from './channels.repo.ts';
export {
  carriedMessage,
  forgottenOutgoing,
  holdOutgoing,
  noteFate,
  postponeOutgoing,
  type OutgoingRow,
} from './outgoing.repo.ts';
export {
  isVisitorsAddress,
  isWritten,
  knownWriter,
  proveAddress,
  threadOf,
  visitorAgain,
  visitorCame,
  visitorWrote,
  type VisitorRow,
} from './visitors.repo.ts';
export { carriersNamesOf } from './chat-person.ts';
export { CHAT_PURPOSE } from './chat-files.ts';
export type { ChatDesk, ChatDeskWorld } from './chat-desk.ts';
export { openChatDesk } from './open-chat-desk.ts';

/** Conversations with customers in writing. */
export const chat = (world: World, desk: ChatDesk): ServerFeature => ({
  name: 'chat',
  menu: [
    {
      key: '/interactive/chat',
      name: 'chat.menu',
      system: System.contactCentre,
      section: 'interactive',
      order: 20,
      access: 'chat.use',
      seat: 'text',
      icon: 'messages-square',
    },
  ],
  demo: demoChats,
  personData: [chatPersonData],
  timeline: [chatTimeline],
  customerTies: [chatTies],
  finders: [chatFinder(world)],
  notices: [chatNotices(world)],
  jobs: [sweepJob(world), nameVisitorsJob(world), lookAtDueJob(world)],
  subscriptions: {
    [SEAT_SWITCHED]: (switched: { tenantId: number; userId: number }) => desk.upkeep.switched(switched),
  },
  channels: [desk.sockets.served],
  pushedElsewhere: [CHAT_PUSH],
  routes: routes('chat', chatApi, chatRoutes(world, desk)),
  start: desk.start,
  stop: desk.stop,
});

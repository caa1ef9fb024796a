import { RECORDING_READY } from '#features/voice/call-records/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { voicemailsApi } from '../contract.ts';
import { demoVoicemails } from './demo.ts';
import { voicemailHandlers } from './handlers.ts';
import { messagesExport } from './export.ts';
import { keepsMessage } from './keepers.ts';
import { voicemailPersonData } from './person.ts';
import { takeMessage } from './take-message.ts';

/** Messages callers left, in boxes: the main one, a group's, an agent's. */
export const voicemails = (world: World): ServerFeature => ({
  name: 'voicemails',
  menu: [
    {
      key: '/interactive/voicemail',
      name: 'voicemails.menu',
      system: System.contactCentre,
      order: 31,
      access: 'voicemails.use',
      icon: 'voicemail',
    },
  ],
  demo: demoVoicemails(world),
  personData: [voicemailPersonData],
  keepers: [keepsMessage],
  exports: [messagesExport(world)],
  subscriptions: { [RECORDING_READY]: takeMessage(world) },
  routes: routes('voicemails', voicemailsApi, voicemailHandlers(world)),
});

import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { speechApi } from '../contract.ts';
import type { EmbeddedWatch } from './embedded-watch.ts';
import { speechHandlers } from './handlers.ts';

export { openEmbeddedWatch, type EmbeddedWatch } from './embedded-watch.ts';
export { openSpeech } from './open-speech.ts';
export { speechChannels, type SpeechChannels } from './speech-channels.ts';

/** Who recognises, speaks and answers in flows. */
export function speech(
  world: Pick<World, 'db' | 'clock' | 'log' | 'allowPrivate' | 'speechProvider'>,
  embedded: EmbeddedSpeech,
  watch: EmbeddedWatch,
): ServerFeature {
  return {
    name: 'speech',
    menu: [
      {
        key: '/settings/speech',
        name: 'speech.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 49,
        access: 'speech.settings',
        icon: 'bot',
      },
    ],
    stop: async () => watch.stop(),
    routes: routes('speech', speechApi, speechHandlers(world, embedded, watch)),
  };
}

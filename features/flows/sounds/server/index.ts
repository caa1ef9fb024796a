import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { soundsApi } from '../contract.ts';
import { demoSounds } from './demo.ts';
import { soundHandlers } from './sound-handlers.ts';
import { noVoice, type KitState, type VoiceOf } from './speak.ts';

export { hasSounds, openTeamSounds, soundNames, soundSamples } from './sound-samples.ts';
export { demoPromptSound } from './demo.ts';
export type { VoiceOf } from './speak.ts';
export { openSpokenTexts } from './spoken-texts.ts';

/** Sounds callers are played, brought in or spoken. `voiceOf` finds the voice of a tenant, `kitState` tells how far this machine's own is. */
export function sounds(
  world: Pick<World, 'db' | 'files' | 'catalogue'>,
  voiceOf: VoiceOf = noVoice,
  kitState: KitState = () => ({ at: 'ready' }),
): ServerFeature {
  return {
    name: 'sounds',
    menu: [
      {
        key: '/interactive/sounds',
        name: 'sounds.menu',
        system: System.contactCentre,
        section: 'interactive',
        order: 60,
        access: 'sounds.view',
        icon: 'volume-2',
      },
    ],
    demo: demoSounds(world),
    routes: routes('sounds', soundsApi, soundHandlers(world, voiceOf, kitState)),
  };
}

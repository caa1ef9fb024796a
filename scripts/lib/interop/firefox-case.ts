import { spawnSync } from 'node:child_process';
import type { InteropCase } from './case.ts';
import { AGENT, answerChat, checkEquipment, EARS, signIn, takeCall } from './desk-acts.ts';
import { openFirefox } from './firefox.ts';
import { hasSoundServer } from './sound-card.ts';
import { withPage } from './with-page.ts';

const version = (): string => spawnSync('firefox-esr', ['--version'], { encoding: 'utf8' }).stdout ?? '';

/** The desk in Debian's Firefox, driven by WebDriver BiDi. */
export const firefoxCase: InteropCase = {
  name: 'Firefox',

  lacks: async () =>
    /\d/.test(version()) ? null : 'It needs Firefox: apt-get install --no-install-recommends firefox-esr',

  play: async () =>
    withPage(await openFirefox({ zone: AGENT.zone, before: EARS }), async (page) => [
      version().trim(),
      await signIn(page, AGENT),
      await takeCall(page),
      await answerChat(page),
      hasSoundServer()
        ? await checkEquipment(page)
        : 'no equipment check: it needs a sound card, and PulseAudio plays one: apt-get install --no-install-recommends pulseaudio pulseaudio-utils',
    ]),
};

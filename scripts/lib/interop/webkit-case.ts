import { spawnSync } from 'node:child_process';
import type { InteropCase } from './case.ts';
import { AGENT, signIn, writeAsVisitor } from './desk-acts.ts';
import { miniBrowser, openWebkit } from './webkit.ts';
import { withPage } from './with-page.ts';

const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Signing in, and a visitor's chat, with Debian's WebKitGTK, the nearest to Safari that runs on Linux. */
export const webkitCase: InteropCase = {
  name: 'WebKit',

  lacks: async () =>
    miniBrowser() && isThere('WebKitWebDriver') && isThere('Xvfb')
      ? null
      : 'It needs WebKitGTK, its driver and a screen: apt-get install --no-install-recommends webkit2gtk-driver xvfb',

  play: async () =>
    withPage(await openWebkit(miniBrowser()!, { zone: AGENT.zone }), async (page) => [
      String(await page.ask('navigator.userAgent')),
      await signIn(page, AGENT),
      await writeAsVisitor(page),
      (await page.ask(`typeof RTCPeerConnection === 'function'`))
        ? 'calls: it has RTCPeerConnection'
        : 'no calls: this build of WebKit has no RTCPeerConnection',
    ]),
};

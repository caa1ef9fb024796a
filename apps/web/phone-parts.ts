import { openNotice } from '#adapters/browser/notification/open-notice.ts';
import { openFetchedLine } from '#adapters/browser/sip/open-fetched-line.ts';
import { openSound } from '#adapters/browser/sound/open-sound.ts';
import { browserTabs, openTabs } from '#adapters/browser/tabs/open-tabs.ts';
import { openTones } from '#adapters/browser/tones/open-tones.ts';
import { nameOfCaller } from '#features/customers/customers/web/look-up.ts';
import { frontLogApi } from '#features/office/front-log/contract.ts';
import { seatQueue } from '#features/team/seats/web/seat-queue.ts';
import type { PhoneDeskParts } from '#features/voice/softphone/web/index.ts';
import { call } from '#platform/web/call.ts';
import { deviceId } from '#platform/web/device.ts';
import type { FeatureContext } from '#platform/web/feature.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';
import { pageTimer } from '#platform/web/timer.ts';

/** The phone's parts in a real browser; the only place where they are chosen. */
export const phonePartsWith =
  (hasPage: PhoneDeskParts['hasPage']) =>
  ({ viewer, go }: FeatureContext): PhoneDeskParts => {
    const sound = openSound();
    const account = String(viewer.userId);
    return {
      openLine: () =>
        openFetchedLine(async () => {
          const { openSipLine } = await fetchCode(() => import('#adapters/browser/sip/open-sip-line.ts'));
          return openSipLine({ sound });
        }),
      sound,
      tones: openTones(sound),
      notice: openNotice(),
      openTabs: (user) => openTabs(account, browserTabs(account), user),
      clock: {
        nowMs: () => Date.now(),
        later: pageTimer,
      },
      deviceId: deviceId(),
      agentName: viewer.email,
      seat: {
        want: () => seatQueue.want('voice'),
        ahead: () => seatQueue.current().voice,
        giveUp: () => void seatQueue.giveUp('voice'),
        watch: seatQueue.watch,
        onGiven: (given) => seatQueue.onGiven('voice', given),
      },
      go,
      hasPage,
      log: (what) =>
        void call(frontLogApi.add, { message: `softphone: ${what}`, path: window.location.pathname }).catch(() => {}),
      // Who may not look customers up would be refused, and a refusal ends the session.
      ...(viewer.functions.has('customers.use') ? { nameOf: nameOfCaller } : {}),
    };
  };

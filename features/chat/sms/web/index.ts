import type en from './text/en-US.json';
import { diallable, isDiallable } from '#core/phone/diallable.ts';
import { lazily, webFeature, type FeatureContext } from '#platform/web/feature.ts';
import type { Viewer } from '#platform/web/viewer.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';
import { openSender, senderIsOpen, type SmsTarget } from './sender-window.ts';
import { smsTexts } from './texts.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

declare module '#platform/web/windows.ts' {
  interface Windows {
    /** Writes a short message to somebody. */
    smsSender: (target: SmsTarget) => void;
  }
}

const sends = ({ functions }: Pick<Viewer, 'functions'>): boolean => functions.has('sms.use');

/** Short messages to customers: the sender in the header, records, templates, settings. */
export const sms = webFeature({
  name: 'sms',
  text: smsTexts,
  routes: [
    { path: '/sms/records', title: 'sms.menu.records', access: 'sms.use', page: () => import('./records-page.tsx') },
    {
      path: '/sms/templates',
      title: 'sms.menu.templates',
      access: 'sms.templates',
      page: () => import('./templates-page.tsx'),
    },
    {
      path: '/settings/sms',
      title: 'sms.menu.settings',
      access: 'sms.settings',
      page: () => import('./settings-page.tsx'),
    },
  ],
  header: [
    {
      slot: 'tools',
      item: () => import('./header/sender-button.tsx'),
      order: 20,
      setting: true,
      when: (viewer) => viewer.voiceSeat && sends(viewer),
    },
    {
      slot: 'overlay',
      item: () => import('./sender-dialog.tsx'),
      when: sends,
      isOpen: senderIsOpen,
    },
  ],
  commands: [
    { id: 'sms.send', title: 'sms.send', icon: 'message-square-text', access: 'sms.use', run: () => openSender() },
  ],
  offers: (typed) =>
    isDiallable(typed)
      ? [
          {
            id: 'sms.sendTo',
            title: 'sms.sendTo',
            values: () => ({ number: typed.trim() }),
            icon: 'message-square-text',
            access: 'sms.use',
            run: () => openSender({ number: diallable(typed) ?? '' }),
          },
        ]
      : [],
  windows: { smsSender: { open: openSender, when: sends } },
  start: (context) => begin(context),
});

/** A button that opens the sender for a call, for pages of other capabilities. */
export const SendSms = lazily(sms, () => import('./send-sms.tsx'));

/** What is on the page goes on as messages do, and answers are told. */
const begin = async (context: FeatureContext): Promise<() => void> =>
  sends(context.viewer) ? (await fetchCode(() => import('./refetch-on-push.ts'))).refetchSmsOnPush(context) : () => {};

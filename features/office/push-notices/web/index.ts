import type en from './text/en-US.json';
import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Nobody waits for it: the page comes first. */
const AFTER_THE_PAGE_MS = 5_000;

/** Notices on people's devices while no page is before their eyes. */
export const pushNotices = webFeature({
  name: 'push-notices',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/personalSetting/notices',
      title: 'push-notices.title',
      page: () => import('./notices-page.tsx'),
      personal: true,
      icon: 'bell',
    },
  ],
  start(context) {
    // A screen on the wall is before nobody's eyes, or everybody's.
    if (context.isUnattended) return () => {};
    let end = (): void => {};
    let isOver = false;
    const timer = setTimeout(
      () =>
        void fetchCode(() => import('./device/start.ts')).then(
          ({ startNotices }) => {
            if (!isOver) end = startNotices(context);
          },
          () => {},
        ),
      AFTER_THE_PAGE_MS,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
    };
  },
});

import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type en from './text/en-US.json';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** The browsers and phones people registered from. It has no page of its own: account security shows the list. */
export const devices = webFeature({
  name: 'devices',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
});

/** The devices of the viewer, or of a colleague where the viewer may see them. Draw it inside a Suspense. */
export const RegisteredDevices = lazily<{ userId?: number }>(devices, () => import('./registered-devices.tsx'));

import { createElement, Suspense } from 'react';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type en from './text/en-US.json';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Has no pages of its own: `DemoMessages` stands on the pages before sign-in. */
export const demoInbox = webFeature({
  name: 'demo-inbox',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
});

const Messages = lazily(demoInbox, () => import('./demo-messages.tsx'));

/** The messages the demo kept, fetched with their texts when first drawn; nothing until then. */
export const DemoMessages = () => createElement(Suspense, { fallback: null }, createElement(Messages));

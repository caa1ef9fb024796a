import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What every icon repeats: keys for React, which has the order; its size, which is always the same; other names it goes by. */
const REPEATED = /,\s*(?:key: "[^"]*"|size: 24|aliases: \[[^\]]*\])/g;

/** An icon's file with what is drawn. */
export const slimIcon = (code: string): string => code.replace(REPEATED, '').replace('__iconData.node;', '');

/** Icons as pages load them: their lines, and one small component that draws them. */
export const slimIcons: Plugin = {
  name: 'slim-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id, from) =>
    id.endsWith('/createLucideIcon.mjs') && from?.includes('/lucide-react/dist/esm/icons/')
      ? join(import.meta.dirname, 'ui/drawn-icon.ts')
      : null,
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler: (code) => ({ code: slimIcon(code), map: null }),
  },
};

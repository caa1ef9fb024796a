import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env['PORT'] || 3000}`;
const toServer = ['/admin', '/api', '/cc', '/saas_plat', '/home/api', '/openapi.json', '/files'];

/** Pages that only call the server do not load zod; what stands in for it says how (`platform/web/zod-later.ts`). */
const zodLater: Plugin = {
  name: 'zod-later',
  enforce: 'pre',
  resolveId: (id, from) => (id === 'zod' && !from?.endsWith('/zod-now.ts') ? fileURLToPath(new URL('./platform/web/zod-later.ts', import.meta.url)) : null),
};

/** What every page of the shell draws with; other parts of the kit come with the pages that need them. */
const always = 'ActionIcon|Box|Button|CloseButton|Group|Loader|Menu|Paper|Popover|Portal|Skeleton|Text|Tooltip|Transition|UnstyledButton';
const kit = new RegExp(`node_modules[\\\\/](@mantine[\\\\/](hooks|store|core[\\\\/]esm[\\\\/](core|components[\\\\/](${always})))|@floating-ui|clsx)[\\\\/]`);

export default defineConfig({
  root: fileURLToPath(new URL('./apps/web', import.meta.url)),
  plugins: [zodLater, react()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // Maps are made for error reports, but pages do not point at them.
    sourcemap: 'hidden',
    // The policy allows no inline fonts or images in styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
            // Small things that many pages share travel together: one file instead of fifty.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3, priority: 5 },
            { name: 'kit', test: kit, priority: 4 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    fs: { allow: [fileURLToPath(new URL('.', import.meta.url))] },
    proxy: Object.fromEntries(toServer.map((path) => [path, { target: server, ws: true }])),
  },
});

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { together } from './apps/web/together.ts';
import { fetchTogether } from './platform/web/fetch-together.ts';
import { freeOfEffects } from './platform/web/free-of-effects.ts';
import { pageFiles } from './platform/web/page-files.ts';
import { partTexts } from './platform/web/part-texts.ts';
import { slimContracts } from './platform/web/slim-contracts.ts';
import { slimIcons } from './platform/web/slim-icons.ts';
import { widthNames } from './platform/web/theme/width-names.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = `http://127.0.0.1:${process.env['PORT'] || 3000}`;
const toServer = ['/admin', '/api', '/cc', '/saas_plat', '/home/api', '/openapi.json', '/files'];

/** Pages that only call the server do not load zod; what stands in for it says how (`platform/web/lazy-zod.ts`). */
const lazyZod: Plugin = {
  name: 'lazy-zod',
  enforce: 'pre',
  resolveId: (id, from) =>
    id === 'zod' && !from?.endsWith('/load-zod.ts') ? here('./platform/web/lazy-zod.ts') : null,
};

/** The router's package answers with the build that warns developers; pages that are built have the other one. */
const quietRouter: Plugin = {
  name: 'quiet-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'react-router' ? here('./node_modules/react-router/dist/production/index.mjs') : null),
};

const path = (...parts: string[]) => new RegExp(parts.join('|').replaceAll('/', '[\\\\/]'));

/** What every page of the shell draws with; other parts of the kit come with what needs them. */
const always =
  'ActionIcon|Box|Button|CloseButton|FocusTrap|Group|Indicator|Loader|Overlay|Portal|Text|Transition|UnstyledButton';

/** What only parts of the kit need that come with pages. */
const seldomHooks =
  'use-(debounced-callback|debounced-value|eye-dropper|long-press|move|mutation-observer|pagination|shallow-effect)';

/** Lines that several parts of the kit share; without a place of their own they would bring the largest part with them. */
const small =
  'node_modules/@mantine/core/esm/components/(ScrollArea/utils/to-int|Combobox/(ComboboxChevron/|Combobox\\.module|get-parsed-combobox-data/))';

/**
 * What travels together. A page makes few requests, and a file changes only with what it is named after:
 * the libraries stay in the browser from release to release. What has the higher priority (whole numbers alone are told apart) takes what it
 * needs first.
 */
const groups = [
  { name: 'react', test: path('node_modules/(react|react-dom|scheduler)/'), priority: 90 },
  // Before it is known who is there: the sign-in pages have this and nothing below. Not the entry itself, which waits for what imports these.
  {
    name: 'boot',
    test: path(
      'platform/web/(call|failure-handler|feature|i18n|session|stale-release|toast|use-failure-texts|theme/nonce|theme/scheme)\\.ts',
      'apps/web/shell/first-answers',
      'shared/(made-once|message-format)',
      'features/team/demo-inbox/web/index',
      'features/team/account/web/texts',
    ),
    priority: 80,
  },
  // What the shell needs as soon as somebody is signed in.
  { name: 'library', test: path('node_modules/(react-router|@tanstack/(react-query|query-core))/'), priority: 70 },
  {
    name: 'kit',
    test: path(
      `node_modules/(@mantine/(hooks/(?!esm/(${seldomHooks})/)|store/)|clsx/)`,
      `node_modules/@mantine/core/esm/(core/(?!utils/create-scoped-keydown-handler/)|components/(${always})/)`,
      small,
    ),
    priority: 60,
  },
  // What pages share with those of visitors, which have no shell.
  {
    name: 'pages',
    test: path(
      'platform/web/(download|format|lazy-zod|socket|use-endpoint)\\.ts',
      'platform/web/ui/(ui-provider|states|toasts)\\.tsx',
      'platform/web/theme/(mantine-theme|palette)',
      'core/socket/',
      'shared/(codes/chat-(message-status|type)|wire-time)\\.ts',
    ),
    priority: 55,
  },
  {
    name: 'shell',
    test: path(
      'apps/web/shell/index',
      'fetched-together:around$',
      'platform/web/theme/widths\\.ts',
      'platform/web/ui/(code-badge|page)\\.tsx',
    ),
    priority: 50,
  },
  // Before what opens: one icon must not bring a dialog.
  { name: 'icons', test: path('node_modules/lucide-react/'), minShareCount: 2, priority: 45 },
  // Before what opens beside something: a plain field must not bring a list of choices.
  { name: 'inputs', test: path('node_modules/@mantine/core/esm/components/(Input|InputBase)/'), priority: 57 },
  // What opens beside something, and must not bring what opens over a page: dialogs use the first's scrolling, and not the other way round.
  {
    name: 'floating',
    test: path(
      'node_modules/@floating-ui/',
      'node_modules/@mantine/core/esm/components/(Combobox|Popover|ScrollArea|Select)/',
    ),
    priority: 42,
  },
  // What opens over a page, and what is filled in.
  { name: 'dialogs', test: path('node_modules/@mantine/core/esm/components/(Drawer|Modal|ModalBase)/'), priority: 40 },
  {
    name: 'fields',
    test: path(
      'node_modules/@mantine/core/esm/components/(Checkbox|Input|InputBase|SegmentedControl|Switch|TextInput)/',
    ),
    priority: 30,
  },
  {
    name: 'menus',
    test: path('node_modules/@mantine/core/esm/components/Menu/', 'platform/web/ui/dropdown-panel'),
    priority: 20,
  },
];

const isShell = /\/shell-[\w-]+\.js$/;
const isFetchedTogether = /_fetched-together_/;

export default defineConfig({
  root: here('./apps/web'),
  plugins: [
    lazyZod,
    quietRouter,
    fetchTogether(together),
    partTexts,
    slimContracts,
    slimIcons,
    widthNames,
    react(),
    pageFiles,
  ],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // Maps are made for error reports, but pages do not point at them.
    sourcemap: 'hidden',
    // The policy allows no inline fonts or images in styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    modulePreload: {
      // Every browser we build for knows these links.
      polyfill: false,
      // What a page consists of is said by the document it begins with (`platform/web/page-files.ts`); what is fetched together knows no page.
      resolveDependencies: (file, needed, { hostId }) =>
        isShell.test(hostId) && !isFetchedTogether.test(file) ? [] : needed,
    },
    rolldownOptions: {
      treeshake: {
        // A schema nobody reads goes; making one does nothing else.
        manualPureFunctions: ['z', 'pageOf', 'endpoint'],
        moduleSideEffects: [{ test: freeOfEffects, sideEffects: false }],
      },
      // A worker is known by its address, and may do what its address is above: it has no hash and stands at the root.
      input: { index: here('./apps/web/index.html'), sw: here('./apps/web/service-worker/sw.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups,
        },
      },
    },
  },
  server: {
    port: 5173,
    fs: { allow: [here('.')] },
    proxy: Object.fromEntries(toServer.map((path) => [path, { target: server, ws: true }])),
  },
});

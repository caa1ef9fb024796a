import { loadavg } from 'node:os';
import { bareScript } from './bare-page.ts';
import { largeFlow } from './designer-flow.ts';
import type { Watched } from './designer-frames.ts';
import { hands, opened, type Seen } from './designer-hands.ts';
import { bareOf, openProduct } from './designer-product.ts';
import { openBrowser } from './page-load.ts';
import { medianFigures, print, type Figure } from './report.ts';

/*
 * The designer with flows of 20, 200 and 500 steps: until it stands, and what the page does while a hand pans, zooms, drags a step, types,
 * takes back and tidies up. Beside the bare @xyflow/react with the same steps and nothing of the product around it.
 */
const SIZES = (process.argv[2] ?? '20,200,500').split(',').map(Number);
/** Ours and bare take turns. */
const RUNS = Number(process.env['RUNS'] ?? 5);

const product = await openProduct();
const browser = await openBrowser();
const figures: Figure[] = [];
try {
  const script = await bareScript('designer-bare.tsx');
  for (const size of SIZES) {
    const flow = largeFlow(size);
    const runs: { ours: Seen; bare: Seen }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      console.log(`${size} steps, run ${run + 1}: load average ${loadavg()[0]!.toFixed(1)}`);
      const bare = await hands(await opened(browser, `${product.base}/bare`, null, { script, flow: bareOf(flow) }), {
        node: '.react-flow__node',
        field: 'aside textarea',
        fit: 'Fit View',
        isOurs: false,
      });
      // A flow of its own: what hands moved is saved.
      const id = await product.imported(`Steps ${size}, ${run + 1}`, flow);
      const ours = await hands(await opened(browser, `${product.base}/robot/flows/${id}`, product.token), {
        node: '.flow-step',
        field: '.flow-spoken textarea',
        fit: 'Whole flow',
        isOurs: true,
      });
      runs.push({ ours, bare });
    }
    note(size, runs);
  }
} finally {
  await browser.close();
  await product.stop();
}
print('designer: what the page does while a flow is drawn', figures);

function note(size: number, runs: readonly { ours: Seen; bare: Seen }[]): void {
  const figure = medianFigures(runs);
  const put = (bench: string, unit: string, of: (seen: Seen) => number): void =>
    void figures.push(figure(`designer.${size}.${bench}`, unit, of));
  for (const name of ['open', 'openMain'] as const) put(name, 'ms', (seen) => seen[name]);
  figures.push({ ...figure(`designer.${size}.problems`, 'ms', ({ problems }) => problems ?? 0), reference: null });
  for (const name of Object.keys(runs[0]!.ours.acts)) {
    const putOf = (what: string, unit: string, of: (one: Watched) => number): void =>
      put(`${name}.${what}`, unit, ({ acts }) => of(acts[name]!));
    if (!['tidy', 'undo'].includes(name)) {
      putOf('frame.p50', 'ms', ({ frameP50 }) => frameP50);
      putOf('frame.p95', 'ms', ({ frameP95 }) => frameP95);
    }
    putOf('script', 'ms each', ({ scriptMs }) => scriptMs);
    putOf('main', 'ms each', ({ mainMs }) => mainMs);
    putOf('longTasks', 'tasks', ({ longTasks }) => longTasks);
    putOf('longest', 'ms', ({ longestMs }) => longestMs);
  }
}

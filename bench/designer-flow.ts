import { branchesOf } from '#features/flows/flows/core/edit.ts';
import type { Flow, FlowNode } from '#core/flow/flow.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import { layOut } from '#features/flows/flows/core/layout.ts';

const KINDS = ['say', 'listen', 'menu', 'collect', 'hours', 'setVariable', 'http', 'say', 'transfer', 'wait'] as const;
/** So many columns of steps stand open at once. */
const WIDE = 14;
const words = (at: number) => ({
  en: `Step ${at}: good day, and thank you for calling. How may we help you with your order today?`,
  es: `Paso ${at}: buen día y gracias por llamar. ¿Cómo podemos ayudarle hoy con su pedido?`,
});

/** A flow of so many steps as a team would draw it: words in two languages, several ways out of a step, every step reached. */
export function largeFlow(count: number): Flow {
  const nodes = Array.from({ length: count }, (_, at): FlowNode => {
    if (at === 0) return { id: 'start', kind: 'start', name: '', settings: kindOf('start')!.fresh(), x: 0, y: 0 };
    const kind = kindOf(at === count - 1 ? 'hangUp' : KINDS[at % KINDS.length]!)!;
    const fresh = kind.fresh() as Record<string, unknown>;
    return {
      id: `${kind.kind}${at}`,
      kind: kind.kind,
      name: `Step number ${at}`,
      settings: { ...fresh, ...('spoken' in fresh ? { spoken: { words: words(at), sounds: {} } } : {}) },
      x: 0,
      y: 0,
    };
  });
  const bare: Flow = { format: 1, languages: ['en', 'es'], variables: [], nodes, edges: [], notes: [] };
  // Every way out leads to a step nobody comes to yet, as long as not too many are open; else a little ahead.
  let reached = 0;
  const edges = nodes.slice(0, -1).flatMap(({ id }, at) =>
    branchesOf(bare, id).map((branch, way) => {
      const isNew = reached < count - 1 && ((way === 0 && reached <= at + 1) || reached - at < WIDE);
      return { from: id, branch, to: nodes[isNew ? (reached += 1) : Math.min(count - 1, at + 5)]!.id };
    }),
  );
  const flow = { ...bare, edges };
  return { ...flow, nodes: layOut(flow) };
}

/** A heap snapshot as the browser writes it: numbers in rows, words apart. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
  strings: string[];
}

export interface HeapClass {
  count: number;
  bytes: number;
}

/** Of what was built by whom there is how much; what has no builder goes by its kind. */
export function heapClasses(text: string): Map<string, HeapClass> {
  const {
    snapshot: { meta },
    nodes,
    strings,
  } = JSON.parse(text) as Snapshot;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => meta.node_fields.indexOf(field));
  const classes = new Map<string, HeapClass>();
  for (let row = 0; row < nodes.length; row += meta.node_fields.length) {
    const kind = meta.node_types[0][nodes[row + type!]!]!;
    const called = strings[nodes[row + name!]!]!;
    const key =
      kind === 'object' || kind === 'native' ? called : kind === 'closure' ? `(closure) ${called}` : `(${kind})`;
    const one = classes.get(key) ?? { count: 0, bytes: 0 };
    one.count += 1;
    one.bytes += nodes[row + size!]!;
    classes.set(key, one);
  }
  return classes;
}

/** What there is more of, the largest first. */
export const grownClasses = (
  before: ReadonlyMap<string, HeapClass>,
  after: ReadonlyMap<string, HeapClass>,
): (HeapClass & { name: string })[] =>
  Array.from(after, ([name, now]) => {
    const was = before.get(name) ?? { count: 0, bytes: 0 };
    return { name, count: now.count - was.count, bytes: now.bytes - was.bytes };
  })
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes);

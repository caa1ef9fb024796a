import { imports } from './source-tree.ts';

/** Files that reach themselves through imports, types included, each ring as its sorted members. */
export function importCycles(folders: string[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of folders.flatMap(imports)) next.set(from, (next.get(from) ?? new Set()).add(to));

  // Tarjan: what can reach one another lies together on the stack when its first member is done.
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(to)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const ring = stack.splice(stack.indexOf(file));
    if (ring.length > 1) found.push(ring.sort());
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return found.sort();
}

/** No input of ours is nested so deeply; what is would cost a stack to look at. */
const DEEPEST = 100;

/** False for data nested deeper than anything we ask for. Asked before anybody else walks through it. */
export function isShallow(data: unknown, depth = DEEPEST): boolean {
  if (typeof data !== 'object' || data === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(data)) return data.every((item) => isShallow(item, depth - 1));
  for (const key in data) if (!isShallow((data as Record<string, unknown>)[key], depth - 1)) return false;
  return true;
}

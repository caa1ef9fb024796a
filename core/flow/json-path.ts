import type { Value } from './flow.ts';

const STEP = /^(?:\.?([A-Za-z0-9_$-]{1,60})|\[(\d{1,4})\]|\["([^"\\]{1,60})"\])/;

/** The steps of a path such as `data.items[0].name`; null when it is none. A leading `$` may stand for the whole. */
export function stepsOf(path: string): string[] | null {
  const steps: string[] = [];
  let rest = path.trim().replace(/^\$\.?/, '');
  while (rest !== '') {
    const step = STEP.exec(rest);
    if (!step || steps.length >= 20) return null;
    steps.push(step[1] ?? step[2] ?? step[3]!);
    rest = rest.slice(step[0].length);
  }
  return steps;
}

/** What stands at a path of a JSON answer, as a value; null when there is nothing, or the answer is no JSON. Lists and objects are their JSON. */
export function valueAt(json: string, path: string): Value | null {
  const steps = stepsOf(path);
  if (!steps) return null;
  try {
    return asValue(
      steps.reduce<unknown>(
        (found, step) =>
          typeof found === 'object' && found !== null && Object.hasOwn(found, step)
            ? (found as Record<string, unknown>)[step]
            : undefined,
        JSON.parse(json),
      ),
    );
  } catch {
    // No JSON, or nested deeper than anybody can write down again.
    return null;
  }
}

function asValue(found: unknown): Value | null {
  if (typeof found === 'string') return kept(found);
  if (typeof found === 'number') return Number.isFinite(found) ? found : null;
  if (typeof found === 'boolean') return found ? 'true' : 'false';
  return found === null || found === undefined ? null : kept(JSON.stringify(found));
}

const kept = (text: string): string => text.slice(0, 2_000).toWellFormed();

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'templates');
const PLACE = /@([A-Z][A-Z_]*)@/g;

export const readTemplate = (name: string): string => readFileSync(join(folder, name), 'utf8');

/**
 * Puts values in the places of a template. A value is one line without quotes, so that nothing can be written beside it; several lines
 * come as a list. Throws for a place without a value.
 */
export function fillTemplate(
  text: string,
  values: Readonly<Record<string, string | number | readonly string[]>>,
): string {
  return text.replaceAll(PLACE, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a template has no value for ${name}`);
    const lines = typeof value === 'object' ? value : [String(value)];
    for (const line of lines)
      if (/[\r\n]/.test(line) || (typeof value !== 'object' && line.includes('"')))
        throw new Error(`the value of ${name} does not fit into one line of a configuration`);
    return lines.join('\n');
  });
}

import type { Flow } from '#core/flow/flow.ts';
import { templates, type TemplateKey } from '../core/templates/index.ts';
import { withReferences } from './references.ts';

export { templates } from '../core/templates/index.ts';

export const isTemplate = (name: string): name is TemplateKey => Object.hasOwn(templates, name);

/** A flow to begin with, whose callers reach this group of the tenant; without one the designer has to choose. */
export function fromTemplate(template: TemplateKey, groupId: number | null): Flow {
  const made = templates[template](groupId === null ? {} : { groupId, mailbox: 'main' });
  return withReferences(made, (kind, id) => (kind === 'group' && groupId !== null ? id : null));
}

/** What may stand in a script between braces. */
export const scriptVariables = ['customerName', 'customerNumber', 'agentName', 'groupName', 'ourNumber'] as const;
export type ScriptVariable = (typeof scriptVariables)[number];

/** What nobody knows is left for the agent to say. */
const UNKNOWN = '…';

/** The text an agent reads: known variables are filled in, anything else in braces stays as it was written. */
export const fillScript = (content: string, values: Partial<Record<ScriptVariable, string>>): string =>
  content.replace(/\{(\w+)\}/g, (written, name: string) => (isVariable(name) ? values[name] || UNKNOWN : written));

const isVariable = (name: string): name is ScriptVariable => (scriptVariables as readonly string[]).includes(name);

export interface BoundScript {
  id: number;
  direction: 'any' | 'inbound' | 'outbound';
  groupIds: readonly number[];
  numbers: readonly string[];
}

/** A call as far as scripts ask about it. */
export interface ScriptedCall {
  direction: 'inbound' | 'outbound' | 'internal';
  /** Groups it is for: the one whose line it stood in, or those of the agent who called. */
  groupIds: readonly number[];
  ourNumber: string;
}

/**
 * Scripts for a call, the fittest first. Rules:
 * 1. A call between colleagues has none.
 * 2. One bound to something fits if one of its numbers or groups does; one bound to nothing fits every call of its direction.
 * 3. A number says more than a group, a group more than nothing, a direction more than any; else the older one is first.
 */
export function scriptsFor<S extends BoundScript>(scripts: readonly S[], call: ScriptedCall): S[] {
  if (call.direction === 'internal') return [];
  return scripts
    .flatMap((script) => {
      const fit = fitOf(script, call);
      return fit === null ? [] : [{ script, fit }];
    })
    .sort((a, b) => b.fit - a.fit || a.script.id - b.script.id)
    .map(({ script }) => script);
}

const [BY_NUMBER, BY_GROUP, BY_DIRECTION] = [4, 2, 1];

function fitOf({ direction, groupIds, numbers }: BoundScript, call: ScriptedCall): number | null {
  if (direction !== 'any' && direction !== call.direction) return null;
  const ofDirection = direction === 'any' ? 0 : BY_DIRECTION;
  if (numbers.includes(call.ourNumber)) return BY_NUMBER + ofDirection;
  if (groupIds.some((id) => call.groupIds.includes(id))) return BY_GROUP + ofDirection;
  return groupIds.length + numbers.length === 0 ? ofDirection : null;
}

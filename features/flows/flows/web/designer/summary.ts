import type { Flow, FlowNode, Spoken } from '#core/flow/flow.ts';

const LONGEST = 90;

/** The first words of a node, so that a canvas can be read: what it says, else what it asks of whom. */
export function summaryOf({ settings }: FlowNode, flow: Pick<Flow, 'languages'>): string {
  const spoken = settings['spoken'] as Spoken | undefined;
  const text = spoken?.words?.[flow.languages[0]!] ?? firstText(settings);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const SUMMARY_FIELDS = ['goal', 'url', 'expression', 'text', 'number', 'saveAs', 'attrKey'];

function firstText(settings: Record<string, unknown>): string {
  for (const name of SUMMARY_FIELDS)
    if (typeof settings[name] === 'string' && settings[name] !== '') return settings[name];
  return '';
}

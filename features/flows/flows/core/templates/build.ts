import { Flow, type Spoken } from '#core/flow/flow.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import { layOut } from '../layout.ts';

/** Who takes over and where messages are left; whoever makes a flow of a template gives the tenant's own. */
export interface TemplatePlaces {
  groupId?: number;
  mailbox?: string;
}

/** The same in the four languages templates speak. */
export const inFourLanguages = (en: string, es: string, zh: string, id: string): Spoken => ({
  words: { en, es, zh, id },
  sounds: {},
});

export const YES = {
  key: 'yes',
  name: '',
  examples: [
    'yes',
    'yes please',
    'sure',
    'of course',
    'sí',
    'claro',
    'por supuesto',
    '是的',
    '好的',
    '可以',
    '对的',
    'ya',
    'iya',
    'boleh',
    'tentu',
  ],
};
export const NO = {
  key: 'no',
  name: '',
  examples: [
    'no',
    'no thanks',
    'not now',
    'ahora no',
    'no gracias',
    '不用',
    '不是',
    '不要',
    '没有',
    'tidak',
    'bukan',
    'tidak usah',
  ],
};
export const AGAIN = inFourLanguages(
  'Sorry, I did not get that.',
  'Perdón, no le entendí.',
  '抱歉，我没听清。',
  'Maaf, saya kurang mengerti.',
);

type Variable = Flow['variables'][number];
export const variable = (
  attrKey: string,
  name: string,
  valueType: Variable['valueType'],
  rest: Partial<Variable> = {},
): Variable => ({ attrKey, name, valueType, valueFormat: 0, choices: [], ...rest });

/** A part of a conversation: its steps, and the ways that leave them, into other parts too. */
export interface TemplatePart {
  /** `kind` and what differs from a fresh node. */
  nodes: Record<string, { kind: string; name?: string } & Record<string, unknown>>;
  /** `from branch to` */
  ways: readonly string[];
}
interface Draft extends TemplatePart {
  variables?: Variable[];
}

/** Several parts as one, in their order. */
export const joined = (...parts: readonly TemplatePart[]): TemplatePart => ({
  nodes: Object.assign({}, ...parts.map(({ nodes }) => nodes)) as TemplatePart['nodes'],
  ways: parts.flatMap(({ ways }) => ways),
});

/** A flow in four languages, laid out. */
export function flowOf({ variables = [], nodes, ways }: Draft): Flow {
  const flow = Flow.parse({
    format: 1,
    languages: ['en', 'es', 'zh', 'id'],
    variables,
    notes: [],
    nodes: Object.entries({ start: { kind: 'start' }, ...nodes }).map(
      ([id, { kind, name = '', ...settings }]: [string, TemplatePart['nodes'][string]]) => ({
        id,
        kind,
        name,
        settings: { ...kindOf(kind)!.fresh(), ...settings },
        x: 0,
        y: 0,
      }),
    ),
    edges: ways.map((way) => {
      const [from, branch, to] = way.split(' ');
      return { from, branch, to };
    }),
  });
  return { ...flow, nodes: layOut(flow) };
}

import { Position, type NodeHandle } from '@xyflow/react';
import { STEP_WIDTH } from '../../core/layout.ts';
import type { StepData } from './step-node.tsx';

/** How large a step is drawn, and where its lines begin and end. */
export interface StepForm {
  measured: { width: number; height: number };
  handles: NodeHandle[];
}

/* As step-node.css has them. */
const HEAD = 36;
const KIND = 16;
const LINE = 19;
const WORDS_END = 8;
const BRANCH = 24;
const LIST_EDGE = 4;
const BORDER = 1;
const KNOB = 12;
const LINES_MOST = 3;
/** Within a line. */
const ROOM = 208;
const LETTER = 6.3;
const WIDE_LETTER = 13;
/** From here on letters are as wide as they are tall. */
const WIDE_FROM = 0x2e80;

/**
 * The form of a step before it was ever drawn, so that a flow of hundreds draws those in sight and measures no other. Right but for the number
 * of lines its words take.
 */
export function stepForm({
  kind,
  name,
  summary,
  branches,
}: Pick<StepData, 'kind' | 'name' | 'summary' | 'branches'>): StepForm {
  const list = branches.length === 0 ? 0 : BORDER + 2 * LIST_EDGE + branches.length * BRANCH;
  const height =
    2 * BORDER + HEAD + (name === '' ? 0 : KIND) + (summary === '' ? 0 : linesOf(summary) * LINE + WORDS_END) + list;
  const knob = { width: KNOB, height: KNOB };
  const bottom = height - BORDER - LIST_EDGE;
  return {
    measured: { width: STEP_WIDTH, height },
    handles: [
      ...(kind === 'start'
        ? []
        : [
            {
              id: 'in',
              type: 'target' as const,
              position: Position.Left,
              x: -KNOB / 2,
              y: (height - KNOB) / 2,
              ...knob,
            },
          ]),
      ...branches.map(({ key }, at) => ({
        id: key,
        type: 'source' as const,
        position: Position.Right,
        x: STEP_WIDTH - BORDER - KNOB / 2,
        y: bottom - (branches.length - at) * BRANCH + (BRANCH - KNOB) / 2,
        ...knob,
      })),
    ],
  };
}

function linesOf(words: string): number {
  let width = 0;
  for (const letter of words) width += letter.codePointAt(0)! >= WIDE_FROM ? WIDE_LETTER : LETTER;
  return Math.min(LINES_MOST, Math.ceil(width / ROOM));
}

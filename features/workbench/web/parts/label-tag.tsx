import type { LabelColour } from '#features/call-labels/contract.ts';
import type { Tone } from '#shared/codes.ts';

const tones: Record<LabelColour, Tone> = { green: 'green', blue: 'blue', violet: 'violet', amber: 'warning', red: 'red', grey: 'grey' };
export const toneOf = (colour: LabelColour): Tone => tones[colour];

/** The label of a call. */
export const LabelTag = ({ name, colour }: { name: string; colour: LabelColour }) => <span className="label-tag" data-tone={toneOf(colour)}>{name}</span>;

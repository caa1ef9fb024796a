import { MarkColour } from '#shared/codes/mark-colour.ts';

/** The label of a call. */
export const LabelTag = ({ name, colour }: { name: string; colour: MarkColour }) => (
  <span className="label-tag" data-tone={MarkColour.row(colour).tone}>
    {name}
  </span>
);

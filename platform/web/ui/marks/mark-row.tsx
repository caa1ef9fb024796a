import type { ReactNode } from 'react';
import type { MarkColour } from '#shared/codes/mark-colour.ts';
import { ColourChoice } from '../colour-choice.tsx';
import { RowDeeds, type RowDeedsProps } from './row-deeds.tsx';
import { SavedNameField } from './saved-name-field.tsx';
import './marks.css';

interface MarkRowProps extends RowDeedsProps {
  name: string;
  nameLabel: string;
  nameMax: number;
  /** Rejects where it could not be saved. */
  onRename: (name: string) => Promise<unknown>;
  colour: MarkColour;
  colourLabel: string;
  onColour: (colour: MarkColour) => void;
  /** What else there is to see and set of it, after its name. */
  children: ReactNode;
}

/** A mark of an ordered list, such as a label or a tag. Every change is saved by itself, the name when its field is left. */
export const MarkRow = ({
  name,
  nameLabel,
  nameMax,
  onRename,
  colour,
  colourLabel,
  onColour,
  children,
  ...deeds
}: MarkRowProps) => (
  <li className="mark-row">
    <ColourChoice colour={colour} name={colourLabel} onChange={onColour} />
    <SavedNameField label={nameLabel} name={name} maxLength={nameMax} onSave={onRename} />
    {children}
    <span className="mark-deeds">
      <RowDeeds {...deeds} />
    </span>
  </li>
);

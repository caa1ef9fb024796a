import type { ComponentType } from 'react';
import type { Viewer } from './viewer.ts';

/**
 * Places on pages where other features draw a part of their own, and what such a part is given. The page's feature
 * says so in its `web/index.ts`; who brings a part says so in its field `parts` and need not be known to the page:
 *
 *   declare module '#platform/web/slots.ts' { interface Slots { groupEditor: GroupPartProps } }
 */
export interface Slots {}

/** A part as its feature brings it. */
interface SlotPart<Props> {
  part: () => Promise<{ default: ComponentType<Props> }>;
  /** Smaller stands further up; 100 unless said. */
  order?: number;
  /** Not for anybody else; asked again when the viewer changes. */
  when?: (viewer: Viewer) => boolean;
}

export type SlotParts = { readonly [Name in keyof Slots]?: SlotPart<Slots[Name]> };

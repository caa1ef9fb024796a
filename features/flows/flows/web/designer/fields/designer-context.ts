import { createContext, useContext } from 'react';
import type { Flow } from '#core/flow/flow.ts';

/** What fields deep in a form know of the flow they belong to. */
export interface DesignerFacts {
  flowId: number;
  languages: Flow['languages'];
  variables: Flow['variables'];
  /** The field somebody was led to. */
  wantedField: string | null;
}

export const DesignerContext = createContext<DesignerFacts | null>(null);

export function useDesigner(): DesignerFacts {
  const facts = useContext(DesignerContext);
  if (!facts) throw new Error('A field of the designer stands outside of it.');
  return facts;
}

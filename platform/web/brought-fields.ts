import { createContext, use, type ComponentType } from 'react';
import { lazily, type BroughtField, type BroughtFields, type WebFeature } from './feature.ts';
import { useViewer, type Viewer } from './viewer.ts';

type DrawnFields = {
  readonly [Name in keyof BroughtFields]?: {
    Field: ComponentType<BroughtFields[Name]>;
    when?: (viewer: Viewer) => boolean;
  };
};

/** What all features brought; the shell gives it to everything it draws. */
export const FieldsContext = createContext<DrawnFields>({});

/** Collects the fields of a feature list. */
export const fieldsOf = (features: readonly WebFeature[]): DrawnFields =>
  Object.fromEntries(
    features.flatMap((feature) =>
      (Object.entries(feature.fields ?? {}) as [string, BroughtField<object>][]).map(([name, { field, when }]) => [
        name,
        { Field: lazily(feature, field), ...(when ? { when } : {}) },
      ]),
    ),
  );

/** A field somebody brought; null where nobody did, and for those it is not meant for. */
export function useBroughtField<Name extends keyof BroughtFields>(
  name: Name,
): ComponentType<BroughtFields[Name]> | null {
  const brought = use(FieldsContext)[name];
  const who = useViewer();
  return brought && who && (brought.when?.(who) ?? true) ? brought.Field : null;
}

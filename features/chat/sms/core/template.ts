/** What may stand in a template between braces: of the customer, of who writes, of the call it is about. */
export const smsVariables = [
  'customerName',
  'firstName',
  'customerCompany',
  'agentName',
  'companyName',
  'groupName',
  'ourNumber',
  'callDate',
] as const;
export type SmsVariable = (typeof smsVariables)[number];
export type SmsValues = Partial<Record<SmsVariable, string>>;

/** `{name}` must be known, `{name|word}` is the word where it is not. */
const PLACE = /\{(\w+)(?:\|([^{}|]*))?\}/g;
const isVariable = (name: string): name is SmsVariable => (smsVariables as readonly string[]).includes(name);

/** Names in braces that stand for nothing: a mistake of whoever wrote the template. */
export const unknownVariables = (content: string): string[] => [
  ...new Set([...content.matchAll(PLACE)].map(([, name]) => name!).filter((name) => !isVariable(name))),
];

/** The text that is sent, and which values are missing for it; such a text is shown and never sent. */
export function fillTemplate(content: string, values: SmsValues): { text: string; missing: SmsVariable[] } {
  const missing = new Set<SmsVariable>();
  const text = content.replace(PLACE, (written, name: string, instead: string | undefined) => {
    if (!isVariable(name)) return written;
    const value = values[name]?.trim() || instead;
    if (value === undefined) missing.add(name);
    return value ?? written;
  });
  return { text, missing: [...missing] };
}

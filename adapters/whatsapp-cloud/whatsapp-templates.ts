import type { OfferedTemplate } from '#core/chat/carrier.port.ts';

interface Component {
  type?: unknown;
  format?: unknown;
  text?: unknown;
  buttons?: unknown;
}

/** Approved ones whose only places are in their text: for others we have no form. */
export function offered(data: unknown): OfferedTemplate[] {
  if (!Array.isArray(data)) return [];
  return (data as { name?: unknown; language?: unknown; status?: unknown; components?: unknown }[]).flatMap(
    ({ name, language, status, components }) => {
      const parts = Array.isArray(components) ? (components as Component[]) : [];
      const body = parts.find(({ type }) => type === 'BODY')?.text;
      const isPlain = parts.every(
        ({ type, format, text, buttons }) =>
          type === 'BODY' ||
          type === 'FOOTER' ||
          (type === 'HEADER' && format === 'TEXT' && !String(text).includes('{{')) ||
          (type === 'BUTTONS' && !JSON.stringify(buttons ?? []).includes('{{')),
      );
      const isNumbered = typeof body === 'string' && !/\{\{(?!\d{1,2}\}\})/.test(body);
      return status === 'APPROVED' && isPlain && isNumbered && typeof name === 'string' && typeof language === 'string'
        ? [{ name, language, body: body as string }]
        : [];
    },
  );
}

import type { z } from 'zod';
import type { Failure } from '#shared/errors.ts';
import { hasText, text, textOf } from '../../i18n.ts';
import '../../load-zod.ts';

type Issue = z.core.$ZodIssue;

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  const min = Number(issue.minimum);
  if (issue.origin === 'string') return min <= 1 ? text('ui.form.required') : text('ui.form.tooShort', { min });
  if (issue.origin === 'array' || issue.origin === 'set')
    return min <= 1 ? text('ui.form.choose') : text('ui.form.tooFew', { min });
  return text('ui.form.tooSmall', { min: issue.inclusive === false ? min + 1 : min });
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  const max = Number(issue.maximum);
  if (issue.origin === 'string') return text('ui.form.tooLong', { max });
  if (issue.origin === 'array' || issue.origin === 'set') return text('ui.form.tooMany', { max });
  return text('ui.form.tooBig', { max: issue.inclusive === false ? max - 1 : max });
}

/**
 * What is wrong with a field, in the user's language. A contract that says more gives a text key as
 * its message: `.refine(isFuture, 'tasks.mustBeLater')`.
 */
export function issueText(issue: Issue, value: unknown): string {
  if (hasText(issue.message)) return textOf(issue.message);
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(value)) return text('ui.form.required');
      if (issue.expected === 'int') return text('ui.form.whole');
      return text(issue.expected === 'number' ? 'ui.form.number' : 'ui.form.wrong');
    case 'too_small':
      return isMissing(value) ? text('ui.form.required') : tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      if (isMissing(value)) return text('ui.form.required');
      if (issue.format === 'email') return text('ui.form.email');
      return text(issue.format === 'url' ? 'ui.form.url' : 'ui.form.format');
    case 'invalid_value':
    case 'invalid_union':
      return text(isMissing(value) ? 'ui.form.choose' : 'ui.form.wrong');
    default:
      return text(isMissing(value) ? 'ui.form.required' : 'ui.form.wrong');
  }
}

const at = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, step) => (inside as Record<PropertyKey, unknown> | null | undefined)?.[step], values);

/** The first trouble of every field, by its path (`lines.0.number`). */
export function issueTexts(schema: z.ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values);
  const found: Record<string, string> = {};
  if (parsed.success) return found;
  for (const issue of parsed.error.issues) found[issue.path.join('.')] ??= issueText(issue, at(values, issue.path));
  return found;
}

/** The field the server's contract refused, where the form has it: its detail is `path: why`. */
export function fieldRefused(error: Failure, values: unknown): { field: string; text: string } | null {
  const [, field = '', why = ''] = (error.name === 'invalidInput' && /^([\w.]+): (.*)$/s.exec(error.detail)) || [];
  if (field === '' || at(values, field.split('.')) === undefined) return null;
  return { field, text: hasText(why) ? textOf(why) : text('ui.form.wrong') };
}

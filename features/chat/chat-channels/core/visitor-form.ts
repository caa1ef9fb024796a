/** A question visitors are asked before they write. */
interface Question {
  key: string;
  kind: 'name' | 'email' | 'phone' | 'text' | 'choice';
  required: boolean;
}
type Form = readonly Question[];
type Answers = Readonly<Record<string, string>>;
/** What the host site says of its visitor; null where it says nothing. */
type Vouched = Readonly<Record<'name' | 'email' | 'phone', string>> | null;

/** What was answered to the first question of a kind. */
export const answerTo = (form: Form, answers: Answers, kind: Question['kind']): string =>
  answers[form.find((question) => question.kind === kind)?.key ?? ''] ?? '';

/** Whether a visitor we do not know is to be asked: what must be answered and nobody vouched for, or everything once. */
export function isFormWanted(form: Form, answers: Answers, vouched: Vouched): boolean {
  const isVouched = ({ kind }: Question): boolean =>
    (kind === 'name' || kind === 'email' || kind === 'phone') && Boolean(vouched?.[kind]);
  const isMissing = form.some(
    (question) => question.required && !answers[question.key]?.trim() && !isVouched(question),
  );
  return isMissing || (form.length > 0 && Object.keys(answers).length === 0 && !vouched);
}

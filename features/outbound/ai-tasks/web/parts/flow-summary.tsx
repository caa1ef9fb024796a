import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { AiFlow } from '../../contract.ts';

/** What whoever chooses a flow wants to know of it: what it speaks, and what it wants to be told. */
export function FlowSummary({ flow: { version, languages, attributes } }: { flow: AiFlow }) {
  const t = useText();
  const format = useFormat();
  const spoken = languages.map((code) => codeLabel(CustomerLanguage, code));
  const wanted = attributes.filter(({ isRequired }) => isRequired).map(({ name, attrKey }) => name || attrKey);
  const phrases = [
    t('ai-tasks.flowVersion', { version: format.number(version) }),
    spoken.length > 0 && t('ai-tasks.speaks', { languages: format.list(spoken) }),
    wanted.length > 0 && t('ai-tasks.wants', { attributes: format.list(wanted) }),
  ];
  return <p className="ai-task-hint">{phrases.filter(Boolean).join(' · ')}</p>;
}

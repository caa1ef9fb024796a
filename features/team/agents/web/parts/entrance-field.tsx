import { Input } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { entrances, type AgentEntrance } from '../../contract/roster.ts';

/** How somebody new comes in, and what that means. */
export function EntranceField({ value, onChange }: { value: AgentEntrance; onChange: (next: AgentEntrance) => void }) {
  const t = useText();
  return (
    <Input.Wrapper
      className="agents-entrance"
      label={t('agents.entrance')}
      labelElement="div"
      description={t(`agents.entrance.${value}Hint`)}
    >
      <Choice
        label={t('agents.entrance')}
        value={value}
        options={entrances.map((one) => ({ value: one, label: t(`agents.entrance.${one}`) }))}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}

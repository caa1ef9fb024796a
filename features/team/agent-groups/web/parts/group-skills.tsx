import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import type { GroupSkill } from '../../contract.ts';
import { OptionalNumber } from './optional-number.tsx';

/** What callers of the group ask of whoever answers. */
export function GroupSkills({
  skills,
  onChange,
}: {
  skills: readonly GroupSkill[];
  onChange: (skills: GroupSkill[]) => void;
}) {
  const t = useText();
  const change = (at: number, part: Partial<GroupSkill>) =>
    onChange(skills.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="group-fields">
      <legend>{t('agent-groups.part.skills')}</legend>
      {skills.map((skill, index) => (
        // Skills have no id: while one is typed its place is all there is.
        // oxlint-disable-next-line no-array-index-key
        <div key={index} className="group-skill">
          <TextInput
            label={t('agent-groups.field.skill')}
            maxLength={40}
            value={skill.skill}
            onChange={(event) => change(index, { skill: event.currentTarget.value })}
          />
          <OptionalNumber
            label={t('agent-groups.field.level')}
            min={1}
            max={10}
            value={skill.level}
            onChange={(level) => change(index, { level: level ?? 1 })}
          />
          <OptionalNumber
            label={t('agent-groups.field.relaxAfter')}
            min={1}
            max={86_400}
            value={skill.relaxAfterSec}
            onChange={(relaxAfterSec) => change(index, { relaxAfterSec })}
          />
          <Switch
            label={t('agent-groups.field.required')}
            checked={skill.required}
            onChange={(event) => change(index, { required: event.currentTarget.checked })}
          />
          <ActionIcon
            aria-label={t('agent-groups.removeSkill', { name: skill.skill })}
            onClick={() => onChange(skills.filter((_, at) => at !== index))}
          >
            <X size={15} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => onChange([...skills, { skill: '', level: 1, required: false, relaxAfterSec: 30 }])}
      >
        {t('agent-groups.addSkill')}
      </Button>
    </fieldset>
  );
}

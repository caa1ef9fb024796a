import { NativeSelect, NumberInput } from '@mantine/core';
import { MODEL_TURNS_MOST } from '../../core/model-caller.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { SIMULATIONS_MOST } from '../../contract.ts';
import type { SimulationValues } from './simulation-values.ts';

interface SimulationSizeProps {
  wish: SimulationValues;
  languages: readonly CustomerLanguage[];
  onChange: (part: Partial<SimulationValues>) => void;
}

/** In which language, how often, and how long a made-up caller talks. */
export function SimulationSize({ wish, languages, onChange: set }: SimulationSizeProps) {
  const t = useText();
  return (
    <div className="flow-simulate-size">
      {languages.length > 1 && (
        <NativeSelect
          size="xs"
          label={t('flows.callerLanguage')}
          value={wish.language}
          onChange={(event) => set({ language: event.currentTarget.value as CustomerLanguage })}
          data={languages.map((code) => ({ value: code, label: codeLabel(CustomerLanguage, code) }))}
        />
      )}
      <NumberInput
        size="xs"
        label={t('flows.howOften')}
        min={1}
        max={SIMULATIONS_MOST}
        allowDecimal={false}
        clampBehavior="strict"
        value={wish.runs}
        onChange={(runs) => set({ runs: Number(runs) || 1 })}
      />
      <NumberInput
        size="xs"
        label={t('flows.turnsMost')}
        min={1}
        max={MODEL_TURNS_MOST}
        allowDecimal={false}
        clampBehavior="strict"
        value={wish.maxTurns}
        onChange={(maxTurns) => set({ maxTurns: Number(maxTurns) || 1 })}
      />
    </div>
  );
}

import { Button } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { LoadingLines, PageBoundary } from '#platform/web/ui/states.tsx';
import type { GuideStep } from '../../contract.ts';
import type { BroughtStepPart } from '../home-shell.ts';
import '../guide.css';

/** The steps one below the other; the next one is open by itself. */
export function GuideSteps({ steps, parts }: { steps: readonly GuideStep[]; parts: readonly BroughtStepPart[] }) {
  const next = steps.find(({ state }) => state === 'next')?.key ?? null;
  // What somebody opened belongs to the step that was next then: once it is done, the following one opens.
  const [chosen, setChosen] = useState<{ at: string | null; open: string | null } | null>(null);
  const open = chosen?.at === next ? chosen.open : next;
  return (
    <ol className="guide-steps">
      {steps.map((step, place) => (
        <Step
          key={step.key}
          step={step}
          place={place + 1}
          parts={parts.filter(({ part }) => part.step === step.key)}
          isOpen={step.key === open}
          onToggle={() => setChosen({ at: next, open: step.key === open ? null : step.key })}
        />
      ))}
    </ol>
  );
}

interface StepProps {
  step: GuideStep;
  place: number;
  parts: readonly BroughtStepPart[];
  isOpen: boolean;
  onToggle: () => void;
}

function Step({ step, place, parts, isOpen, onToggle }: StepProps) {
  const t = useText();
  const id = useId();
  const { title, why, action, path, state, waitsFor } = step;
  return (
    <li data-state={state}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span className="guide-mark">{state === 'done' ? <Check size={15} aria-hidden /> : place}</span>
          <span className="guide-title">{title}</span>
          <StepBadge step={step} />
          <ChevronDown size={16} aria-hidden data-open={isOpen || undefined} />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className="guide-body">
          <p>{why}</p>
          {waitsFor.length > 0 && (
            <p className="guide-waits">{t('home.guide.waitsFor', { steps: waitsFor.join(', ') })}</p>
          )}
          {state !== 'waits' && <StepParts parts={parts} />}
          {path !== null && (
            <Button
              component={Link}
              to={path}
              size="xs"
              variant={state === 'next' && parts.length === 0 ? 'filled' : 'default'}
            >
              {action}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function StepBadge({ step: { state, isOptional } }: { step: GuideStep }) {
  const t = useText();
  if (state === 'done') return <Badge tone="green">{t('home.guide.done')}</Badge>;
  if (state === 'next') return <Badge tone="blue">{t('home.guide.next')}</Badge>;
  return isOptional ? <Badge tone="grey">{t('home.guide.optional')}</Badge> : null;
}

/** What the features that know the step put there. */
function StepParts({ parts }: { parts: readonly BroughtStepPart[] }) {
  return parts.map(({ feature, part }) => {
    const Part = lazily(feature, part.part);
    return (
      <PageBoundary key={feature.name}>
        <Suspense fallback={<LoadingLines />}>
          <Part />
        </Suspense>
      </PageBoundary>
    );
  });
}

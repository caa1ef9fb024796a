import { Button } from '@mantine/core';
import { CircleCheck, CircleX, Copy, RotateCw, Signal } from 'lucide-react';
import { equipmentParts, isAllNormal, type EquipmentFacts, type EquipmentVerdict } from '#core/equipment/equipment.ts';
import { text, useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { factLines } from '../result-text.ts';

/** What is normal and what is not, with what to do about it. */
export function Verdicts({ facts, verdict }: { facts: EquipmentFacts; verdict: EquipmentVerdict }) {
  const t = useText();
  const lines = factLines(facts);
  return (
    <ul className="equipment-result">
      {equipmentParts.map((part) => {
        const { normal, reasons } = verdict[part];
        return (
          <li
            key={part}
            data-good={normal}
            aria-label={`${t(`equipment-check.part.${part}`)}: ${normal ? t('equipment-check.normal') : t('equipment-check.abnormal')}`}
          >
            <header>
              {normal ? <CircleCheck size={18} aria-hidden /> : <CircleX size={18} aria-hidden />}
              <b>{t(`equipment-check.part.${part}`)}</b>
              <span>{normal ? t('equipment-check.normal') : t('equipment-check.abnormal')}</span>
            </header>
            {reasons.map((reason) => (
              <p key={reason}>{t(`equipment-check.reason.${reason}`)}</p>
            ))}
            <small>{lines[part].map(([name, value]) => `${name}: ${value}`).join(' · ')}</small>
          </li>
        );
      })}
    </ul>
  );
}

interface ResultPanelProps {
  facts: EquipmentFacts;
  verdict: EquipmentVerdict;
  copied: () => string;
  onAgain: () => void;
  onLineTest: () => void;
}

/** The end of a check. */
export function ResultPanel({ facts, verdict, copied, onAgain, onLineTest }: ResultPanelProps) {
  const t = useText();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied());
      toast({ tone: 'success', text: text('notice.copied') });
    } catch {
      toast({ tone: 'warning', text: text('notice.copyFailed') });
    }
  };
  return (
    <>
      <p className="equipment-lead" role="status">
        {isAllNormal(verdict) ? t('equipment-check.allNormal') : t('equipment-check.someAbnormal')}
      </p>
      <Verdicts facts={facts} verdict={verdict} />
      <div className="equipment-buttons">
        <Button leftSection={<RotateCw size={14} aria-hidden />} onClick={onAgain}>
          {t('equipment-check.again')}
        </Button>
        <Button variant="default" leftSection={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          {t('equipment-check.copy')}
        </Button>
        <Button variant="default" leftSection={<Signal size={14} aria-hidden />} onClick={onLineTest}>
          {t('equipment-check.lineTest')}
        </Button>
      </div>
    </>
  );
}

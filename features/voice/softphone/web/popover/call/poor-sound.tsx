import { TriangleAlert } from 'lucide-react';
import type { PoorSide } from '../../../core/quality-warning.ts';
import { useText } from '#platform/web/i18n.ts';
import './call-sound.css';

/** [CALL-14] Says of a call that has been poor for a while whose side it is, and what to do. */
export function PoorSound({ side }: { side: PoorSide }) {
  const t = useText();
  return (
    <p className="call-poor" role="status">
      <TriangleAlert size={15} aria-hidden />
      {t(`softphone.call.poor.${side}`)}
    </p>
  );
}

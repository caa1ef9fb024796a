import { useMemo } from 'react';
import { qrCode } from '../../core/qr-code.ts';

const QUIET = 4;

/** An address as a code that phones read. */
export default function QrPicture({ text }: { text: string }) {
  const modules = useMemo(() => qrCode(text), [text]);
  if (!modules) return null;
  const size = modules.length + QUIET * 2;
  const path = modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
    .join('');
  // Dark on light in both themes: many readers know no other way.
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={136} height={136} shapeRendering="crispEdges" aria-hidden>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

import { Suspense, useState, type ReactNode } from 'react';

/** Nothing until it is opened for the first time, so that its code is fetched then; kept from then on, so that it can fade out. */
export function Later({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [was, setWas] = useState(opened);
  if (opened && !was) setWas(true);
  return was ? <Suspense fallback={null}>{children}</Suspense> : null;
}

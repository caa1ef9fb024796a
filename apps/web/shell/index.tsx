import { useEffect, useState } from 'react';
import { webFeatures } from '#apps/web/features.ts';
import { CONSOLE } from '#core/shell/address.ts';
import { fetchPart } from '#platform/web/feature.ts';
import { browserNavigation, Navigated } from '#platform/web/navigation.tsx';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { endsSession } from '#platform/web/failures.ts';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { startHints } from '#platform/web/ui/hint.ts';
import { ErrorState } from '#platform/web/ui/states.tsx';
import { Toasts } from '#platform/web/ui/toasts.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { viewer } from '#platform/web/viewer.ts';
import { fetchFirstParts } from './first-parts.ts';
import { OpeningShell } from './opening-shell.tsx';
import { pageLabels } from './page-labels.ts';
import { pageAt, ProductPages } from './routes.tsx';
import { beginSession, meetUser, startsInConsole } from './start.ts';
import './shell.css';

const navigation = browserNavigation();
/** The page that was asked for, and what stands in the header, come along while the shell learns who is signed in. */
const asked = pageAt(webFeatures, window.location);
if (asked) void fetchPart(asked.feature, asked.route.page, () => pageLabels(asked.route));
for (const feature of webFeatures)
  for (const { item, when } of feature.header ?? []) if (!when) void fetchPart(feature, item);

/** The product for somebody signed in. */
export default function Shell() {
  return (
    <UiProvider>
      <Session />
      <ConfirmHost />
      <Toasts />
    </UiProvider>
  );
}

function Session() {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ onRetry }: { onRetry: () => void }) {
  const [met, setMet] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let end = () => {};
    let left = false;
    meetUser().then(
      () => {
        if (left) return;
        fetchFirstParts(webFeatures, viewer.get()!, location.pathname, asked);
        end = beginSession(webFeatures, navigation.go);
        if (startsInConsole()) navigation.navigator.replace(CONSOLE);
        setMet(true);
      },
      (reason: unknown) => {
        if (endsSession(reason)) handleFailure(reason);
        else setError(reason);
      },
    );
    return () => {
      left = true;
      end();
    };
  }, []);
  useEffect(startHints, []);
  if (met)
    return (
      <Navigated navigation={navigation}>
        <ProductPages features={webFeatures} />
      </Navigated>
    );
  return error === null ? <OpeningShell /> : <ErrorState error={error} onRetry={onRetry} />;
}

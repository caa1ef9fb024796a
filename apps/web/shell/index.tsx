import { useEffect, useState } from 'react';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { webFeatures } from '#apps/web/features.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { Failure, failureRow } from '#shared/errors.ts';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { ErrorState } from '#platform/web/ui/states.tsx';
import { Toasts } from '#platform/web/ui/toasts.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { Opening } from './opening.tsx';
import { routesOf } from './routes.tsx';
import { beginSession, meetUser } from './start.ts';
import type { Routed } from './use-routed.ts';
import './shell.css';

const router = createBrowserRouter(routesOf(webFeatures));
/** The page that was asked for comes along while the shell learns who is signed in. Failing is dealt with when it is drawn. */
for (const { route } of matchRoutes(router.routes, window.location) ?? []) {
  const routed = route.handle as Routed | undefined;
  if (routed) void Promise.all([routed.route.page(), ensureFeatureTexts(routed.feature)]).catch(() => {});
}

const go = (address: string) => void router.navigate(address);

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
        end = beginSession(webFeatures, go);
        setMet(true);
      },
      (reason: unknown) => {
        if (reason instanceof Failure && failureRow(reason.name).endsSession) handleFailure(reason);
        else setError(reason);
      },
    );
    return () => {
      left = true;
      end();
    };
  }, []);
  if (met) return <RouterProvider router={router} />;
  return error === null ? <Opening /> : <ErrorState error={error} onRetry={onRetry} />;
}

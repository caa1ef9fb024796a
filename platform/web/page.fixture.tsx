import { render, waitFor, type RenderResult } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { ensureFeatureTexts, type WebFeature } from './feature.ts';
import { Navigated, type Navigation } from './navigation.tsx';
import { makeQueryClient } from './query-client.ts';
import { testNavigation } from './navigation.fixture.ts';
import { ConfirmHost } from './ui/confirm.tsx';
import { Toasts } from './ui/toasts.tsx';
import { UiProvider } from './ui/ui-provider.tsx';
import { viewer, type Viewer } from './viewer.ts';

/** Somebody to show a page to; give what matters to the test. */
export const aViewer = (some: Partial<Viewer> = {}): Viewer => ({
  userId: 7,
  tenantId: 1,
  name: 'Ana',
  email: 'ana@aurora.example',
  timeZone: 'UTC',
  voiceSeat: true,
  textSeat: true,
  isOperator: false,
  functions: new Set(),
  ...some,
});

/** What a page needs around it in a test. */
export interface Around {
  /** The address it is opened at. */
  at?: string;
  /** The route it stands on, where it reads path parameters: `/customers/:id`. */
  path?: string;
  viewer?: Viewer;
  /** The feature whose texts it uses. */
  feature?: Pick<WebFeature, 'name' | 'text'>;
}

/** Shows a page as the shell would: router, notices and questions included. */
export async function showPage(
  page: ReactNode,
  { at = '/', path = '*', viewer: who = aViewer(), feature }: Around = {},
): Promise<RenderResult & Pick<Navigation, 'go'>> {
  if (feature) await ensureFeatureTexts(feature);
  viewer.set(who);
  const navigation = testNavigation(at);
  const drawn = render(
    <UiProvider client={makeQueryClient()} env="test">
      <Navigated navigation={navigation}>
        <Routes>
          <Route path={path} element={<Suspense>{page}</Suspense>} />
        </Routes>
      </Navigated>
      <Toasts />
      <ConfirmHost />
    </UiProvider>,
  );
  return { ...drawn, go: navigation.go };
}

/** The choices of a list that was opened; lists of other fields may offer some of the same names. */
export const choicesOf = (field: HTMLElement): Promise<HTMLElement> =>
  waitFor(() => {
    const choices = document.getElementById(field.getAttribute('aria-controls') ?? '');
    if (!choices) throw new Error('The list is not open.');
    return choices;
  });

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../query-client.ts';
import { cssVariablesResolver, theme } from '../theme/mantine-theme.ts';
import { styleNonce } from '../theme/nonce.ts';
import { useScheme } from '../theme/scheme.ts';
import '../theme/mantine.css';

/** Everything the kit needs around it: theme, answers kept from the server. Tests give a client of their own. */
export function UiProvider({
  children,
  client = queryClient,
  env = 'default',
}: {
  children: ReactNode;
  client?: QueryClient;
  env?: 'default' | 'test';
}) {
  return (
    <QueryClientProvider client={client}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        forceColorScheme={useScheme()}
        getStyleNonce={styleNonce}
        env={env}
        // Nothing is laid out in tests, and every query by role would work through hundreds of colours for every element.
        withCssVariables={env !== 'test'}
      >
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

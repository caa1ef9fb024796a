import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { bringIntoSight } from './into-sight.ts';

/** Why the server said no. Wherever its form has scrolled to, it is read at once. Nothing while it did not. */
export const Refusal = ({ text }: { text: string }) =>
  text === '' ? null : (
    <Alert
      // Another reason is another notice: it is brought into sight again.
      key={text}
      ref={bringIntoSight}
      tabIndex={-1}
      color="red"
      variant="light"
      role="alert"
      icon={<CircleAlert size={18} aria-hidden />}
    >
      {text}
    </Alert>
  );

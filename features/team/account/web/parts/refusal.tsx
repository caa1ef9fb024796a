import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';

/** Why the server said no, where the reader looks next. Nothing while it did not. */
export const Refusal = ({ text }: { text: string }) =>
  text === '' ? null : (
    <Alert color="red" variant="light" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
      {text}
    </Alert>
  );

import { z } from 'zod';
import { giveZod } from './zod-later.ts';

// Imported for its effect by whatever checks values on a page: from here on schemas are real.
giveZod(z);

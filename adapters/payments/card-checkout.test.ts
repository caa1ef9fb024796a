import { afterAll, expect, test } from 'vitest';
import { openOutsideFetch } from '#adapters/http/open-outside-fetch.ts';
import { CardRefusal } from '#core/money/payments.port.ts';
import { CARD_HOOK_SECRET, CARD_KEY, cardSignature, openCheckoutServer } from './card-checkout.fixture.ts';
import { openCardCheckout } from './open-card-checkout.ts';

const there = await openCheckoutServer();
afterAll(there.close);

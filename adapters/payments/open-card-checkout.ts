import { OutsideFailure, type OutsideFetch } from '#core/http/outside-fetch.port.ts';
import { CardRefusal, type CardAccount, type CardProvider } from '#core/money/payments.port.ts';
import { Checkout, isSigned, KEY_NAME, keyOfCharge, newsOf, stateOf } from './read-card-event.ts';

/**
 * A card provider that speaks the protocol of Stripe: a checkout on a page of the provider, whose end is told by a signed call.
 * A checkout is asked for with a key of ours, so that one that is asked for again, after an answer got lost, is the same.
 */
export function openCardCheckout(
  { apiUrl, secretKey, webhookSecret }: CardAccount,
  outside: OutsideFetch,
  { httpsOnly }: { httpsOnly: boolean },
): CardProvider {
  async function ask(path: string, form?: URLSearchParams, key?: string) {
    const answer = await outside({
      url: `${apiUrl.replace(/\/$/, '')}/v1/${path}`,
      method: form ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(form ? { body: form.toString() } : {}),
      httpsOnly,
    }).catch((problem: unknown) => {
      if (problem instanceof OutsideFailure) throw new CardRefusal(problem.reason);
      throw problem;
    });
    const answerText = Buffer.from(answer.body).toString('utf8');
    if (answer.status !== 200) throw new CardRefusal(reasonIn(answerText) || `status ${answer.status}`);
    return readJson(answerText);
  }

  async function askCheckout(...asked: Parameters<typeof ask>) {
    const checkout = Checkout.safeParse(await ask(...asked)).data;
    if (!checkout) throw new CardRefusal('an answer nobody can read');
    return checkout;
  }

  return {
    async begin({ key, amountMinor, currency, title, paidUrl, leftUrl }) {
      const form = new URLSearchParams({
        mode: 'payment',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(amountMinor),
        'line_items[0][price_data][product_data][name]': title,
        client_reference_id: key,
        [`payment_intent_data[metadata][${KEY_NAME}]`]: key,
        success_url: paidUrl,
        cancel_url: leftUrl,
      });
      const { id, url } = await askCheckout('checkout/sessions', form, key);
      if (!url) throw new CardRefusal('a checkout without a page');
      return { ref: id, url };
    },
    look: async (ref) => stateOf(await askCheckout(`checkout/sessions/${encodeURIComponent(ref)}`)),
    keyOf: async (charge) => keyOfCharge(await ask(`charges/${encodeURIComponent(charge)}`)),
    read: ({ body, signature }, nowMs) => (isSigned(body, signature, webhookSecret, nowMs) ? newsOf(body) : null),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the provider says is wrong, for the log of who runs this. */
function reasonIn(text: string): string {
  const refusal = readJson(text) as { error?: { message?: unknown } } | null;
  return typeof refusal?.error?.message === 'string' ? refusal.error.message.slice(0, 200) : '';
}

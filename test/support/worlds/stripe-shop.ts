import { createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../../../apps/api/src/kernel/clock.ts';
import { ChargeEffect } from '../../../apps/api/src/ordering/payment/charge.effect.ts';
import { openShop } from './shop.ts';
import { startStripeDouble } from '../doubles/stripe-double.ts';
import { startWholeApp } from './whole-app.ts';

export const stripeSecretKey = 'sk_test_a_key_that_is_told_to_nobody';
export const stripeWebhookSecret = 'whsec_a_secret_that_is_told_to_nobody';

/** An event in Stripe's format. */
export const eventOf = (type: string, object: unknown) =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1_000),
    type,
    data: { object },
  });

/** The signature of a message, as Stripe's documentation describes it. */
export const signed = (
  payload: string,
  { secret = stripeWebhookSecret, timestamp = Math.floor(Date.now() / 1_000) } = {},
) => {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
};

/** Sends a message to the webhook of a shop, signed unless given otherwise. */
export const deliverTo = async (url: string, payload: string, signature: string | null = signed(payload)) => {
  const answer = await fetch(`${url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { 'stripe-signature': signature }) },
    body: payload,
  });
  return { status: answer.status, text: await answer.text() };
};

/** The whole service with one creator, one brand and one picture for sale, paid on the pages of Stripe's double. */
export const startStripeShop = async (clock?: Clock) => {
  const stripe = await startStripeDouble();
  const whole = await startWholeApp(
    {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_API_HOST: stripe.url,
      PUBLIC_URL: 'https://tessera.example',
    },
    clock,
  );
  return {
    stripe,
    whole,
    url: whole.url,
    ...(await openShop(whole)),
    /** Stripe's session for an order's payment; each attempt has a page of its own. */
    sessionOf: (orderId: string, attempt = 1) => stripe.sessionOf(`${orderId}:${attempt}`),
    /** Asks Stripe about an order's payment, as the service does if no message about it arrives. */
    settle: (orderId: string) => whole.app.get(ChargeEffect).settle(orderId),
    close: async () => {
      await whole.close();
      await stripe.close();
    },
  };
};

export type StripeShop = Awaited<ReturnType<typeof startStripeShop>>;

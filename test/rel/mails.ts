import { mailsAfterPayments } from '../bench/mails.bench.ts';
import type { MailsOptions } from '../bench/mails.bench.ts';
import type { Mode, Part, PartResult } from './part.ts';

/** First alone, then with uploads of pictures and the replay of a view going on all the time. */
const scales: Readonly<Record<Mode, readonly Partial<MailsOptions>[]>> = {
  short: [{ salesPerSecond: 10, seconds: 2 }],
  default: [{ seconds: 60 }, { seconds: 60, beside: true }],
  full: [{ seconds: 600 }, { seconds: 600, beside: true }],
};
/** From the answer of the payment until the mail server has the receipt, p99. */
const mailMaxMs = 5_000;
/** For a checkout and for a payment, p99. */
const answerMaxMs = 100;
/** In shorter runs, the slowest percent consists of the first requests of a new process. */
const warmSeconds = 30;

const round = (value: number) => Math.round(value * 10) / 10;

export const part: Part = {
  id: 'i',
  title: 'receipts and answers under fifty sales a second',

  run: async ({ mode, log, minutes }): Promise<PartResult> => {
    const problems: string[] = [];
    const figures: Record<string, number> = {};
    for (const scale of scales[mode]) {
      const seconds = minutes ? minutes * 60 : (scale.seconds ?? 0);
      const where = scale.beside ? ' beside pictures and a replay' : '';
      const measured = await mailsAfterPayments({ ...scale, seconds });
      const { sales, mails, repeated, mail_after_payment_ms: mail, checkout_ms, payment_ms } = measured;
      const answer = Math.max(checkout_ms.p99, payment_ms.p99);
      log(`${sales} sales${where}: receipts p99 ${round(mail.p99)} ms, answers p99 ${round(answer)} ms`);
      Object.assign(figures, {
        [`sales a second${where}`]: round(measured.sales_per_second),
        [`receipts within a minute of the last payment${where}`]: mails,
        [`receipt after the payment, p50 (ms)${where}`]: round(mail.p50),
        ...(mails === sales && { [`receipt after the payment, p99 (ms)${where}`]: round(mail.p99) }),
        [`checkout, p99 (ms)${where}`]: round(checkout_ms.p99),
        [`payment, p99 (ms)${where}`]: round(payment_ms.p99),
        [`pictures prepared${where}`]: measured.pictures_beside,
        [`replays begun${where}`]: measured.replays_beside,
      });
      if (mails !== sales) problems.push(`${sales - mails} receipts never came${where}`);
      if (repeated > 0) problems.push(`${repeated} receipts came twice${where}`);
      if (!scale.beside && mail.p99 > mailMaxMs)
        problems.push(`receipts came after ${round(mail.p99)} ms (p99)${where}`);
      if (seconds >= warmSeconds && answer > answerMaxMs)
        problems.push(`answers took ${round(answer)} ms (p99)${where}`);
    }
    return { passed: problems.length === 0, figures, problems };
  },
};

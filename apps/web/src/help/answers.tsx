import { splitPolicy } from '@tessera/domain/earnings/split';
import { licenseTermDays } from '@tessera/domain/licensing/term';
import { reminderDays } from '@tessera/domain/licensing/reminders/reminder';
import { priceMinCents, formatUsd } from '@tessera/domain/money';
import { detailsHoldHours } from '@tessera/domain/payouts/left-out';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import { refundWindowDays } from '@tessera/domain/refunds/refund';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';

export interface Answer {
  /** Its hash in the page's address. */
  readonly id: string;
  readonly question: string;
  readonly answer: ReactNode;
}

const percent = (basisPoints: number) => `${basisPoints / 100}%`;
const kept = percent(10_000 - splitPolicy.commissionBasisPoints);
const commission = percent(splitPolicy.commissionBasisPoints);
const reward = percent(splitPolicy.referralBasisPoints);
const [firstReminder, secondReminder] = reminderDays;

export const forCreators: readonly Answer[] = [
  {
    id: 'sell',
    question: 'What can I sell?',
    answer:
      'Photos and videos that you own or have every permission to license, including releases for the people and property shown.',
  },
  {
    id: 'copyright',
    question: 'Do I keep my copyright?',
    answer:
      'Yes, always. Licenses are non-exclusive: you can sell the same picture as often as you like, here and elsewhere.',
  },
  {
    id: 'prices',
    question: 'How do I set my prices?',
    answer: `For each item, choose which of the three license types you offer, and a price for each, from ${formatUsd(priceMinCents)}. Change them whenever you like; licenses you’ve already sold aren’t affected.`,
  },
  {
    id: 'share',
    question: 'How much of each sale do I keep?',
    answer: `${kept}. Tessera keeps a ${commission} commission, and there are no other fees. Your statement shows how the price of each sale was split.`,
  },
  {
    id: 'preview',
    question: 'What do people see before they buy?',
    answer:
      'A smaller preview with a watermark. The original goes only to those who have licensed it, and every download link is made for one person and expires.',
  },
  {
    id: 'paid',
    question: 'When do I get paid?',
    answer: `You’re paid ${payoutPromise.within}. ${payoutPromise.available}. ${payoutPromise.runs}. ${payoutPromise.carriedOver} “Payouts” shows how much becomes available, and when.`,
  },
  {
    id: 'method',
    question: 'How do I get paid, and can I change that?',
    answer: (
      <>
        By Venmo, PayPal or bank transfer, as you choose in your <Link to={paths.account}>account</Link>. After a
        change, your payouts wait {detailsHoldHours} hours, so that nobody else can redirect your money unnoticed.
      </>
    ),
  },
  {
    id: 'withdraw',
    question: 'Can I take an item down?',
    answer:
      'Yes, at any time, from “My Content”, and you can put it back later. Licenses you’ve sold stay valid under their terms.',
  },
  {
    id: 'refunds',
    question: 'What happens when a buyer gets a refund?',
    answer: 'Your share of that license is deducted from your balance. Your statement shows it on a separate line.',
  },
  {
    id: 'referrals',
    question: 'How do referrals work?',
    answer: `Share your code with another creator. You earn ${reward} of every license they sell. It comes out of our commission, so it costs them nothing.`,
  },
];

export const forEveryone: readonly Answer[] = [
  {
    id: 'email',
    question: 'How do I change my email address?',
    answer: (
      <>
        Choose “Change email” in your <Link to={paths.account}>account</Link>, and confirm that it’s you. We send a link
        to the new address; until you open it and confirm, you sign in with the old one. If you didn’t ask for a change
        that we emailed you about, set a new password: the link then no longer works.
      </>
    ),
  },
  {
    id: 'report',
    question: 'How do I report an item that shouldn’t be here?',
    answer:
      'Choose “Report this item” on its page, below its details, and tell us what’s wrong: it’s your work, sold without permission; it shows someone who never agreed; or anything else. You don’t need an account, only an email address. A person reads every report.',
  },
];

export const forBrands: readonly Answer[] = [
  {
    id: 'which',
    question: 'Which license do I need?',
    answer: (
      <>
        <p>It depends on how long you want to use it:</p>
        <ul>
          <li>One-Time Use: one campaign, advertisement or publication, within {licenseTermDays} days.</li>
          <li>6-Month License: any number of campaigns for {licenseTermDays} days. You can renew it.</li>
          <li>Perpetual License: any number of campaigns, with no end date.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'where',
    question: 'Where may I use what I license?',
    answer: 'Worldwide and in any medium: web, social, print, broadcast. Each license’s agreement has the full terms.',
  },
  {
    id: 'exclusive',
    question: 'Is my license exclusive?',
    answer: 'No. All licenses are non-exclusive, and the creator keeps the copyright.',
  },
  {
    id: 'receive',
    question: 'What do I get after paying?',
    answer:
      'Right away: the original files, a dated agreement for each as a PDF, a proof link, and an invoice. We email you the agreements too.',
  },
  {
    id: 'find',
    question: 'Where do I find my licenses later?',
    answer: (
      <>
        In <Link to={paths.brand.licenses}>your licenses</Link>: search them, download the originals again, and see when
        each one ends.
      </>
    ),
  },
  {
    id: 'proof',
    question: 'How do I prove that we have a license?',
    answer:
      'Send the proof link. Anyone who opens it can check the license, and whether a file is the licensed original, without an account.',
  },
  {
    id: 'end',
    question: 'What happens when a license ends?',
    answer: `We remind you ${firstReminder} and ${secondReminder} days before, and on the day itself. Renew it, or upgrade to a perpetual license before it ends; otherwise, any new use must stop. Anything printed or broadcast before then stays lawful.`,
  },
  {
    id: 'refund',
    question: 'Can I get a refund?',
    answer: `Open the license and ask for one within ${refundWindowDays} days of your purchase, and tell us why. Because a license takes effect immediately, we decide case by case, and email you our decision.`,
  },
  {
    id: 'invoice',
    question: 'How do I get an invoice in my company’s name?',
    answer: (
      <>
        Add your company, address and tax number under “Billing” in your <Link to={paths.account}>account</Link> before
        you buy. Each order comes with an invoice as a PDF.
      </>
    ),
  },
  {
    id: 'payment',
    question: 'Is my card safe?',
    answer:
      'Your card number goes to the payment provider and is never stored here. Prices are in US dollars and paid once.',
  },
];

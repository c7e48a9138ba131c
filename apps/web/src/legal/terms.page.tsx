import { splitPolicy } from '@tessera/domain/earnings/split';
import { payoutPromise } from '@tessera/domain/payouts/titles';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { LegalText } from './legal-text.tsx';
import type { Clause } from './legal-text.tsx';

const percent = (basisPoints: number) => `${basisPoints / 100}%`;
const commission = percent(splitPolicy.commissionBasisPoints);
const reward = percent(splitPolicy.referralBasisPoints);

const people: readonly Clause[] = [
  {
    id: 'who',
    heading: 'Who may use Tessera',
    body: (
      <>
        <p>
          You must be 18 or older and able to enter into a contract. If you act for a brand, you must be authorized to
          bind it.
        </p>
        <p>
          An account is either a creator’s or a brand’s. By creating one you accept this version of the terms and
          confirm that you are 18 or older. Both are recorded with the account.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    heading: 'Your account',
    body: (
      <>
        <p>
          Give accurate information about yourself and keep it current. Keep your password to yourself: you are
          responsible for what happens under your account until you tell us that someone else has gained access to it.
        </p>
        <p>You may sign out of one session or all of them, and delete your account, at any time.</p>
      </>
    ),
  },
  {
    id: 'creators',
    heading: 'What creators promise',
    body: (
      <>
        <p>
          You own what you upload, or you hold every permission needed to license it, including releases from the people
          and for the property shown.
        </p>
        <p>
          You choose the license types you offer and set the price of each. A license that has been sold stays valid
          under its terms, no matter what you change or withdraw later.
        </p>
        <p>
          You keep your copyright. You allow us only what it takes to run the marketplace: storing your original, making
          and showing a smaller, watermarked preview, and delivering the original to those who licensed it.
        </p>
      </>
    ),
  },
  {
    id: 'brands',
    heading: 'What brands receive',
    body: (
      <>
        <p>
          Each purchase comes with its own license agreement between creator and brand. It says what you may do, and
          from when until when. Where these terms and the agreement differ, the agreement governs.
        </p>
        <ul>
          <li>One-Time Use: one campaign, advertisement or publication, within 180 days.</li>
          <li>6-Month License: any number of campaigns, ending 180 days after purchase unless it is renewed.</li>
          <li>Perpetual License: any number of campaigns, with no time limit.</li>
        </ul>
        <p>Without a license you may not use anything you see here, including previews and samples.</p>
        <p>
          If you let us show your brand on the home page, you allow us to use its name and logo there. You may change
          your mind at any time.
        </p>
      </>
    ),
  },
];

const money: readonly Clause[] = [
  {
    id: 'prices',
    heading: 'Prices and commission',
    body: (
      <>
        <p>
          Prices are in US dollars and are paid once, at purchase. The operator keeps a {commission} commission on each
          license purchase; the creator receives the rest. How each price was split is recorded with the license and is
          not affected by later rates.
        </p>
        <p>
          Because a license takes effect immediately, it is not refundable, unless it can’t be used as its agreement
          says or the law gives you that right.
        </p>
      </>
    ),
  },
  {
    id: 'referrals',
    heading: 'Referrals',
    body: (
      <>
        <p>
          A creator earns {reward} on licenses of creators that the creator referred. The reward comes out of the
          operator’s commission and takes nothing from the creator who was referred.
        </p>
        <p>
          You can’t refer yourself. A referral that looks like one is held until it has been reviewed, and earns nothing
          in the meantime.
        </p>
      </>
    ),
  },
  {
    id: 'payouts',
    heading: 'Payouts',
    body: (
      <p>
        Payouts reach creators {payoutPromise.within}, by the method chosen in their account. {payoutPromise.available}.{' '}
        {payoutPromise.runs}. {payoutPromise.carriedOver} You are responsible for taxes on what you earn.
      </p>
    ),
  },
];

const rules: readonly Clause[] = [
  {
    id: 'conduct',
    heading: 'What isn’t allowed',
    body: (
      <ul>
        <li>Offering anything unlawful, or anything that belongs to someone else.</li>
        <li>Removing watermarks, or collecting previews with automated tools.</li>
        <li>Impersonating someone else, or creating accounts to profit from your own purchases or referrals.</li>
        <li>Disrupting the service, or probing its security without our written consent.</li>
      </ul>
    ),
  },
  {
    id: 'ending',
    heading: 'Ending your account',
    body: (
      <>
        <p>
          You may leave at any time by deleting your account. We may suspend or close an account that breaks these
          terms; we will tell you why, and give you 14 days to fix it where that is possible.
        </p>
        <p>
          Licenses that were sold outlive both accounts. Earnings up to that day will still be paid out, as long as we
          can reach you.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    heading: 'Warranty and liability',
    body: (
      <>
        <p>
          We run the marketplace with care, but provide it as is: we do not promise that it will always be available, or
          that anything will sell. We are not a party to the licenses.
        </p>
        <p>
          Neither of us is liable to the other for indirect or consequential loss. Our liability is limited to the
          commission we kept on your account in the preceding twelve months, except for willful misconduct and where the
          law does not allow a limit.
        </p>
      </>
    ),
  },
  {
    id: 'disputes',
    heading: 'Law and disputes',
    body: (
      <>
        <p>The law of the State of California applies, without regard to its conflict of law rules.</p>
        <p>
          Write to us first: most disputes end there. Those that don’t are settled by binding arbitration in California.
          Each party waives the right to a jury trial and to take part in a class action: claims may be brought in an
          individual capacity only.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    heading: 'Changes to these terms',
    body: (
      <p>
        When these terms change, they get a new version and a new date, and apply from then on. An agreement keeps the
        wording it was made under. To learn how we handle your data, see the{' '}
        <Link to={paths.privacy}>Privacy Policy</Link>.
      </p>
    ),
  },
  { id: 'contact', heading: 'Contact', body: <p>Questions? Write to legal@tessera.example.</p> },
];

export const TermsPage = () => (
  <LegalText
    title="Terms of Service"
    intro="What we can expect from each other, in plain words."
    clauses={[...people, ...money, ...rules]}
  />
);

export { TermsPage as Component };

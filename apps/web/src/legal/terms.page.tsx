import { payoutWindowDays, splitPolicy } from '@tessera/domain/earnings/split';
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
          You must be 18 or older, and able to enter into a contract. Whoever acts for a brand must be allowed to bind
          it.
        </p>
        <p>
          An account is either a creator’s or a brand’s. By creating one you accept these terms in the version named
          above, and state that you are 18 or older; both are recorded with the account.
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
          Tell the truth about who you are and keep it current. Keep your password to yourself: you answer for what
          happens under your account until you tell us that somebody else has got hold of it.
        </p>
        <p>You may sign out of one session or of all of them, and delete your account at any time.</p>
      </>
    ),
  },
  {
    id: 'creators',
    heading: 'What creators promise',
    body: (
      <>
        <p>
          You own what you upload, or hold every permission that licensing it needs, among them that of the people and
          the property shown.
        </p>
        <p>
          You choose the license types you offer and set the price of each. A license that has been sold stays valid on
          its terms, whatever you change or withdraw later.
        </p>
        <p>
          You keep your copyright. To us you grant only what running the marketplace takes: storing your original,
          making and showing a reduced, watermarked preview, and handing the original to those who licensed it.
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
          Each purchase gives a license with an agreement of its own, between creator and brand. It says what you may
          do, from which day and until which; where these terms and the agreement differ, the agreement governs.
        </p>
        <ul>
          <li>One-Time Use: one campaign, advertisement or publication, within 180 days.</li>
          <li>6-Month License: any number of campaigns, ending 180 days after purchase unless it is renewed.</li>
          <li>Perpetual License: any number of campaigns, without limit of time.</li>
        </ul>
        <p>Without a license you may not use what you see here: neither previews nor samples.</p>
        <p>
          If you let us show your brand on the home page, you allow us to use its name and logo there. You may withdraw
          that at any time.
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
          license purchase; the creator receives the rest. How each price was shared is recorded with the license and is
          not changed by later rates.
        </p>
        <p>
          Because a license takes effect at once, it is not refunded, except where it can’t be used as its agreement
          says, or where the law gives you that right.
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
          A creator earns {reward} on licenses of creators that the creator referred. The reward is paid out of the
          operator’s commission and takes nothing from the creator who was referred.
        </p>
        <p>
          Nobody can refer themselves. A referral that looks like it is held until it has been looked at, and earns
          nothing meanwhile.
        </p>
      </>
    ),
  },
  {
    id: 'payouts',
    heading: 'Payouts',
    body: (
      <p>
        Payouts reach creators within {payoutWindowDays} days of receipt of the payment, by the method named in their
        account. Taxes on what you earn are yours to pay.
      </p>
    ),
  },
];

const rules: readonly Clause[] = [
  {
    id: 'conduct',
    heading: 'What nobody may do',
    body: (
      <ul>
        <li>Offer what is unlawful, or what belongs to somebody else.</li>
        <li>Remove a watermark, or gather previews by machine.</li>
        <li>Pretend to be somebody else, or create accounts to gain from one’s own purchases or referrals.</li>
        <li>Disturb the service, or look for ways around what protects it, unless we have agreed to the search.</li>
      </ul>
    ),
  },
  {
    id: 'ending',
    heading: 'Ending',
    body: (
      <>
        <p>
          You may leave at any time by deleting your account. We may suspend or close an account that breaks these
          terms; we say why, and give 14 days to mend it where mending is possible.
        </p>
        <p>
          Licenses that were sold outlive both accounts. Earnings up to that day are still paid out, as far as we can
          reach you.
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
          We run the marketplace with care, but as it is: we do not promise that it is always there, or that something
          sells. We are not a party to the licenses.
        </p>
        <p>
          Neither of us is liable to the other for indirect or consequential loss. Our liability is limited to what we
          kept as commission on your account in the twelve months before, except for intent and for what the law does
          not allow to be limited.
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
          Write to us first: most things end there. Disputes that do not go to binding arbitration in California. Each
          side gives up the right to a jury trial and to take part in a class action: claims are brought in an
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
        A new wording gets a new version and a new date, and applies from then on. An agreement keeps the wording it was
        made under. How your data is handled is said in the <Link to={paths.privacy}>Privacy Policy</Link>.
      </p>
    ),
  },
  { id: 'contact', heading: 'Contact', body: <p>Questions are answered at legal@tessera.example.</p> },
];

export const TermsPage = () => (
  <LegalText
    title="Terms of Service"
    intro="What you and we can rely on, in plain words."
    clauses={[...people, ...money, ...rules]}
  />
);

import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { browserEntries } from './browser-entries.ts';
import { LegalText } from './legal-text.tsx';
import type { Clause } from './legal-text.tsx';

const BrowserEntries = () => (
  <Box overflowX="auto" tabIndex={0} role="region" aria-label="What is kept in your browser" mt="3.5">
    <chakra.table
      w="full"
      fontFamily="body"
      fontSize="sm"
      lineHeight="1.5"
      css={{ '& th, & td': { textAlign: 'start', verticalAlign: 'top', py: '2.5', pe: '4', borderBottomWidth: '1px' } }}
    >
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">What it holds</th>
          <th scope="col">Until</th>
        </tr>
      </thead>
      <tbody>
        {browserEntries.map(({ key, holds, until }) => (
          <tr key={key}>
            <td>
              <chakra.code fontFamily="mono" fontSize="xs" whiteSpace="nowrap">
                {key}
              </chakra.code>
            </td>
            <td>{holds}</td>
            <td>{until}</td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  </Box>
);

const data: readonly Clause[] = [
  {
    id: 'what',
    heading: 'What we keep',
    body: (
      <>
        <ul>
          <li>About everyone: name, email address, phone number, and the version of the terms that was accepted.</li>
          <li>About creators: social handle, where payouts go, and who referred them.</li>
          <li>
            About brands: brand name, website, logo, billing details, boards with their notes, and whether the brand is
            shown on the home page.
          </li>
          <li>
            About each device you’re signed in on: browser, operating system, roughly which network it uses, and when it
            was last active. We delete this when you sign out there.
          </li>
          <li>What you upload, license, buy and earn, because agreements and bookkeeping depend on it.</li>
        </ul>
        <p>We don’t buy data about you, and we don’t build a profile of you.</p>
      </>
    ),
  },
  {
    id: 'how',
    heading: 'How we keep it',
    body: (
      <>
        <p>
          Your name, email address, phone number, social handle, payment and billing details and devices are encrypted
          with a key that belongs to your account alone; so is our record of what you write about your items. Once
          saved, a bank account number is shown only by its last four digits, except in the files with which we pay you.
        </p>
        <p>
          Passwords are kept only as slow, salted hashes. Card numbers go to the payment provider and are stored neither
          in our records nor in our logs.
        </p>
        <p>
          Originals are private. What everyone sees is a smaller, watermarked preview without the location and camera
          data your file may have contained.
        </p>
      </>
    ),
  },
  {
    id: 'why',
    heading: 'What we use it for',
    body: (
      <p>
        To run the marketplace: to sign you in, make the agreements, take and pay out money, answer your questions and
        prevent fraud. For nothing else, and never for advertising.
      </p>
    ),
  },
  {
    id: 'log',
    heading: 'The record of what happened',
    body: (
      <>
        <p>
          Every change here is written into a record that is only ever added to, so that money and rights can be traced
          to the cent and to the second. Personal fields in it are encrypted as described above.
        </p>
        <p>
          Our technical logs hold times, requested addresses and technical identifiers, but no passwords, card numbers
          or bank numbers. To prevent guessing, we count attempts by account and by network address for a few minutes.
        </p>
      </>
    ),
  },
  {
    id: 'who',
    heading: 'Who sees it',
    body: (
      <>
        <p>
          The two parties of a license see each other’s names in their agreement. It includes a link where anyone who
          has it can check the license and see both names, the item and the dates, but not the price. Everyone sees what
          a creator publishes, and the name, website and logo of a brand that chose to be on the home page.
        </p>
        <p>
          Beyond that, the payment provider gets what a payment requires, the mail provider gets the emails it delivers,
          and authorities get what the law compels us to hand over. We don’t sell your data.
        </p>
      </>
    ),
  },
];

const contact: readonly Clause[] = [
  {
    id: 'browser',
    heading: 'In your browser',
    body: (
      <>
        <p>
          There are no advertising or tracking cookies. The only cookie we set comes with signing in: it tells us that
          you have signed in on this device before, so that a stranger who guesses at your password can’t lock you out
          here, and so that we can write to you when someone signs in on another. It says nothing about you, grants no
          access, and expires after 180 days. These entries are kept in your browser’s own storage because something you
          asked for needs them:
        </p>
        <BrowserEntries />
        <p>
          We count how often an item is looked at or put in a cart, and how often a referral link is followed, so that
          creators know what people are interested in. We only keep the numbers: nothing records who looked, and nothing
          is stored in your browser for it.
        </p>
      </>
    ),
  },
  {
    id: 'mail',
    heading: 'Email',
    body: (
      <p>
        We email you when you ask for it, for example to reset your password; about your account, for instance when
        someone signs in on a new device; and about what you buy and earn: receipts, refunds, sales and payouts,
        licenses that are about to end, and saved items that cost less. Some of these you can turn off in your account
        settings. We send no newsletters, and nothing in an email tells us whether you opened it.
      </p>
    ),
  },
];

const rights: readonly Clause[] = [
  {
    id: 'rights',
    heading: 'See, correct and export',
    body: (
      <p>
        Your account page shows what we hold about you, lets you correct it, and exports it as a machine-readable file.
        If the law of your state or country gives you further rights, write to us and we will honor them.
      </p>
    ),
  },
  {
    id: 'deletion',
    heading: 'Deletion',
    body: (
      <>
        <p>
          You can delete your account there too. Its sessions end immediately, your items are withdrawn, and your
          account’s key is destroyed: after that, no one can read what it encrypted, including us.
        </p>
        <p>
          What you wrote about your items is deleted as well: tags, notes, the client an item was made for and its web
          addresses, and, for items no one ordered, the title and description. Anything written before we began to
          encrypt these texts disappears from the site, but not from our record of what happened.
        </p>
        <p>
          So are the files: the originals and previews of everything no one licensed, uploads you didn’t publish, and
          your logo. If someone is paying for an item at that moment, we wait for the payment first.
        </p>
        <p>
          What stays is what agreements need: the agreements themselves with both parties’ names and the item’s title
          and description, the item’s original and preview, which its license holders may download, and the amounts, for
          bookkeeping. They remain with the other party as proof of its rights. Orders stay too, with the brand’s name
          and each item’s title and description, even if they were never paid.
        </p>
        <p>
          If we still owe you money, your name and your payout details stay as well, encrypted with a key made for that
          alone, until your last payout is paid or a bank returns it. Then that key is destroyed, too.
        </p>
        <p>A brand’s name and website stay in our record of what happened, which is never rewritten.</p>
      </>
    ),
  },
  {
    id: 'retention',
    heading: 'How long we keep it',
    body: (
      <>
        <p>
          Your details: until you delete your account. Agreements and amounts: for as long as someone may have rights
          under them and the law requires us to keep records.
        </p>
        <p>
          We keep backups in case something breaks. A backup made before you left may still hold your key until a newer
          one replaces it; we use it only to restore the service.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    heading: 'Age',
    body: <p>Tessera is for people who are 18 or older. We do not knowingly keep data about anyone younger.</p>,
  },
  {
    id: 'contact',
    heading: 'Changes and contact',
    body: (
      <p>
        When this policy changes, it gets a new version and a new date. For questions and requests of any kind, write to
        privacy@tessera.example. Everything else between us is covered by the{' '}
        <Link to={paths.terms}>Terms of Service</Link>.
      </p>
    ),
  },
];

export const PrivacyPage = () => (
  <LegalText
    title="Privacy Policy"
    intro="What we know about you, what we do with it, and how you can make us forget it."
    clauses={[...data, ...contact, ...rights]}
  />
);

export { PrivacyPage as Component };

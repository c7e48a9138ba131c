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
          <li>Of everybody: name, email address, phone number, and the version of the terms that was accepted.</li>
          <li>Of creators: the social handle, where payouts go, and who referred them.</li>
          <li>Of brands: brand name, website, logo, and whether it is shown on the home page.</li>
          <li>
            Of each device you’re signed in on: browser, system, roughly which network it uses, and when it was last
            active. It goes when you sign out there.
          </li>
          <li>What you upload, license, buy and earn, because agreements and accounts depend on it.</li>
        </ul>
        <p>We buy no data about you, and build no profile of you.</p>
      </>
    ),
  },
  {
    id: 'how',
    heading: 'How we keep it',
    body: (
      <>
        <p>
          Your name, email address, phone number, social handle, payment details and devices are encrypted with a key
          that belongs to your account alone; so is our record of what you write about your items. Bank account numbers
          are never shown again beyond their last four digits.
        </p>
        <p>
          Passwords are kept only as slow, salted hashes. Card numbers go to the payment provider: they are stored
          neither in our records nor in our logs.
        </p>
        <p>
          Originals are private. What everybody sees is a reduced, watermarked preview without the location and camera
          data your file may have carried.
        </p>
      </>
    ),
  },
  {
    id: 'why',
    heading: 'What we use it for',
    body: (
      <p>
        To run the marketplace: to let you in, to make the agreements, to take and to pay out money, to answer you, and
        to keep cheats out. For nothing else, and never for advertising.
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
          to the cent and to the second. Personal fields in it are encrypted as said above.
        </p>
        <p>
          Our technical logs hold times, requested addresses and technical identifiers; no passwords, card numbers or
          bank numbers. To limit guessing, attempts are counted for some minutes by account and by network address.
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
          The two parties of a license see each other’s names in their agreement. It carries an address at which whoever
          holds it can check the license, and sees both names, the item and the dates, but no price. Everybody sees what
          a creator publishes, and the name, website and logo of a brand that chose to be on the home page.
        </p>
        <p>
          Besides them: the payment provider what a payment needs, the mail provider the mails it delivers, and
          authorities what the law compels us to give. Your data is not sold.
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
          here, and so that we can write to you when someone signs in on another. It says nothing about you, opens
          nothing, and goes after 180 days. These entries are kept in your browser’s own storage, because something you
          asked for needs them:
        </p>
        <BrowserEntries />
      </>
    ),
  },
  {
    id: 'mail',
    heading: 'Mail',
    body: (
      <p>
        We write to you when you ask for it, as with a new password, and about your account: to confirm the address, for
        instance, or when someone signs in on a new device. No newsletters, and nothing in a mail that tells us whether
        you opened it.
      </p>
    ),
  },
];

const rights: readonly Clause[] = [
  {
    id: 'rights',
    heading: 'See, correct, take along',
    body: (
      <p>
        Your account page shows what we hold about you, lets you correct it, and gives it to you as a file that machines
        can read. Where the law of your state or country gives you further rights, write to us and we honor them.
      </p>
    ),
  },
  {
    id: 'deletion',
    heading: 'Deletion',
    body: (
      <>
        <p>
          You can delete your account there too. Its sessions end at once, what you offer is withdrawn, and the key of
          your account is destroyed: what it encrypted can then be read by nobody, us included.
        </p>
        <p>
          What you wrote about your items goes as well: tags, notes, the client an item was made for with web addresses,
          and, of items nobody ordered, the title and description. What was written before we began to encrypt these
          texts leaves the site, but not our record of what happened.
        </p>
        <p>
          The files go too: the originals and previews of everything nobody licensed, uploads you didn’t publish, and
          your logo. If somebody is paying for an item at that moment, we wait for the payment first.
        </p>
        <p>
          What stays is what agreements need: the agreements themselves with the names of both parties and the title and
          description of the item, the item’s original and preview, which its license holders may download, and the
          amounts, for the books. They remain with the other party as proof of its rights. Orders stay too, with the
          name of the brand and the title and description of each item, even if they were never paid.
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
          Your details: until you delete your account. Agreements and amounts: as long as rights can follow from them
          and the law wants books kept.
        </p>
        <p>
          Backups are made for the day something breaks. One that was made before you left may still hold your key until
          it is replaced by a newer one; it is used for nothing but restoring the service.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    heading: 'Age',
    body: <p>Tessera is for people who are 18 or older. We do not knowingly keep data of anybody younger.</p>,
  },
  {
    id: 'contact',
    heading: 'Changes and contact',
    body: (
      <p>
        A new wording gets a new version and date. Questions, and requests of any kind, are answered at
        privacy@tessera.example. What else holds between us is said in the{' '}
        <Link to={paths.terms}>Terms of Service</Link>.
      </p>
    ),
  },
];

export const PrivacyPage = () => (
  <LegalText
    title="Privacy Policy"
    intro="What we know about you, what we do with it, and how you make us forget it."
    clauses={[...data, ...contact, ...rights]}
  />
);

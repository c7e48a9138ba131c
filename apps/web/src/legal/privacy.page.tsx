import { termsVersion } from '@tessera/domain/licensing/agreement';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { LegalText } from './legal-text.tsx';

const sections = [
  {
    heading: 'What we keep',
    paragraphs: [
      'Your name, email address, phone number and, for brands, the brand’s name and website. For creators also the social handle and where payouts go.',
      'What you upload, license, buy and earn, because the agreements and the accounts depend on it.',
    ],
  },
  {
    heading: 'How we keep it',
    paragraphs: [
      'Email address, phone number and payment details are encrypted with a key of your account alone. Passwords are stored as slow, salted hashes. Card numbers go to the payment provider and are never stored here.',
    ],
  },
  {
    heading: 'Who sees it',
    paragraphs: [
      'The two parties of a licence see each other’s names in their agreement. Nobody else receives your data, except the payment provider for a payment, and authorities where the law demands it.',
    ],
  },
  {
    heading: 'In your browser',
    paragraphs: [
      'Your session, your cart and the chosen theme are kept in your browser’s own storage. There are no advertising or tracking cookies.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'You may ask what we hold about you, have it corrected, or have it forgotten: then the key of your account is destroyed, and what it encrypted can no longer be read by anybody. Write to privacy@tessera.example.',
    ],
  },
  { heading: 'Age', paragraphs: ['Tessera is for people who are 18 or older.'] },
];

export const PrivacyPage = () => (
  <LegalText
    title="Privacy Policy"
    intro={`Last updated ${formatAgreementDate(termsVersion.updatedAt)}. What we know about you, and what we do with it.`}
    sections={sections}
  />
);

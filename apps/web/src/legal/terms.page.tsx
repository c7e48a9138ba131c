import { termsVersion } from '@tessera/domain/licensing/agreement';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { LegalText } from './legal-text.tsx';

const sections = [
  {
    heading: 'Who may use Tessera',
    paragraphs: [
      'You must be 18 or older. You answer for what happens under your account, and for keeping its password to yourself.',
    ],
  },
  {
    heading: 'What creators promise',
    paragraphs: [
      'You own what you upload, or hold the permissions that licensing it needs, from the people shown in it among others.',
      'You set the licence types and prices. A licence that has been sold stays valid on its terms, whatever you change later.',
    ],
  },
  {
    heading: 'What brands receive',
    paragraphs: [
      'Each purchase gives a licence with its own agreement. The agreement says what you may do, from when and until when, and it governs.',
      'Samples and previews may not be used without a licence.',
    ],
  },
  {
    heading: 'Money',
    paragraphs: [
      'Prices are in US dollars. The operator keeps a 20% commission on each licence purchase; the creator receives the rest.',
      'A creator earns 5% on licences of creators that the creator referred, paid out of the operator’s commission.',
      'Payouts reach creators within 15 days of receipt.',
    ],
  },
  {
    heading: 'Disputes',
    paragraphs: [
      'Disputes go to binding arbitration in California, whose law applies. Each side gives up the right to a jury trial and to take part in a class action.',
    ],
  },
  { heading: 'Contact', paragraphs: ['Questions are answered at legal@tessera.example.'] },
];

export const TermsPage = () => (
  <LegalText
    title="Terms of Service"
    intro={`Last updated ${formatAgreementDate(termsVersion.updatedAt)}. What you and we can rely on, in plain words.`}
    sections={sections}
  />
);

import type { TermsVersion } from './agreement.ts';
import { terms20261123 } from './terms-2026-11-23.ts';

const editorialUse =
  'Editorial use only: the Brand may use the Content to illustrate news, commentary or education, and may not use it to advertise, promote or endorse anything. This limit prevails over the license type.';

/**
 * In force since November 25, 2026: agreements for editorial use only say so. Agreements contain this wording: never edit
 * it, add a new version instead.
 */
export const terms20261125: TermsVersion = {
  ...terms20261123,
  id: '2026-11-25',
  updatedAt: '2026-11-25T00:00:00.000Z',
  sections: (terms) => {
    const [grant, ...fixedSections] = terms20261123.sections(terms);
    if (!grant || !terms.editorial) return terms20261123.sections(terms);
    const [parties = '', type = '', ...others] = grant.paragraphs;
    return [{ ...grant, paragraphs: [parties, type, editorialUse, ...others] }, ...fixedSections];
  },
};

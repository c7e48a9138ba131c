import { BrandStrip } from './brand-strip.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Specimen } from './specimen.tsx';

const BelowTheFold = () => (
  <>
    <BrandStrip />
    <Specimen />
    <HowItWorks />
  </>
);

export default BelowTheFold;

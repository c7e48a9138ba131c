/** Figures that the operator states on the home page; they aren't counted. */
export const claims = [
  { figure: '1000+', what: 'creators' },
  { figure: '5000+', what: 'licensed assets' },
  { figure: '500', what: 'brands' },
] as const;

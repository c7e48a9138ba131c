/** The operator's own words on the home page; they follow no count. */
export const claims = [
  { figure: '1000+', what: 'creators' },
  { figure: '5000+', what: 'licensed assets' },
  { figure: '500', what: 'brands' },
] as const;

/** An item for tests to put in the cart. */
export const item = {
  id: 'c1',
  title: 'Harbour',
  price: 250,
  licenseType: 'six_month',
  creatorId: 'mara',
  mediaUrl: 'a.webp',
  mediaType: 'image',
  description: '',
} as const;

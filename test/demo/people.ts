/** The people in the demo's story. `joined` is in days before today. */
interface Person {
  /** The part of the email address before @demo.example. */
  readonly key: string;
  readonly phone: string;
  readonly joined: number;
}

export interface DemoCreator extends Person {
  readonly name: string;
  readonly studio: string;
  readonly handle: string;
  /** The text on their public page. */
  readonly bio: string;
  /** One of their own pictures, by its file name in `gallery/`: nobody here shows a face. */
  readonly portrait: string;
  readonly paidBy: 'venmo' | 'paypal' | 'bank';
  /** The creator whose code they signed up with. */
  readonly referredBy?: string;
}

export interface DemoBrand extends Person {
  readonly name: string;
  readonly contact: string;
  /** How much it buys, relative to the others. */
  readonly appetite: number;
}

export const creators: readonly DemoCreator[] = [
  {
    key: 'mara',
    name: 'Mara Lindqvist',
    studio: 'Lindqvist Studio',
    handle: '@mara.lindqvist',
    bio: 'Mountains, weather and open water, mostly before breakfast. Based in Stockholm.',
    portrait: 'pictures/stars-over-the-ridge.jpg',
    phone: '+46 8 5550 1101',
    paidBy: 'bank',
    joined: 90,
  },
  {
    key: 'jonas',
    name: 'Jonas Okafor',
    studio: 'Okafor Architecture',
    handle: '@jonas.builds',
    bio: 'I photograph buildings the way architects draw them: straight, quiet and in good light. Berlin.',
    portrait: 'pictures/spiral-stairwell.jpg',
    phone: '+49 30 5550 1102',
    paidBy: 'paypal',
    joined: 90,
  },
  {
    key: 'ines',
    name: 'Ines Carvalho',
    studio: 'Mesa Carvalho',
    handle: '@mesa.carvalho',
    bio: 'Food and tables from a small kitchen in Lisbon. Everything in the frame gets eaten.',
    portrait: 'pictures/lemons-on-blue-linen.jpg',
    phone: '+351 21 5550 1103',
    paidBy: 'venmo',
    joined: 90,
  },
  {
    key: 'yuki',
    name: 'Yuki Tanabe',
    studio: 'Tanabe Paper',
    handle: '@yuki.tanabe',
    bio: 'Paper, clay and glaze. I make most of what I photograph. Tokyo.',
    portrait: 'pictures/paper-waves.jpg',
    phone: '+81 3 5550 1104',
    paidBy: 'bank',
    joined: 89,
  },
  {
    key: 'leila',
    name: 'Leila Haddad',
    studio: 'Haddad Light',
    handle: '@leila.outdoors',
    bio: 'Sun, sand and long shadows, from the Atlas to the coast.',
    portrait: 'pictures/dunes-low-sun.jpg',
    phone: '+212 5 5550 1105',
    paidBy: 'paypal',
    joined: 89,
    referredBy: 'mara',
  },
  {
    key: 'tomas',
    name: 'Tomas Novak',
    studio: 'Novak After Dark',
    handle: '@novak.nights',
    bio: 'Desks, games and keyboards once the lights are low. Prague.',
    portrait: 'pictures/piano-keys.jpg',
    phone: '+420 2 5550 1106',
    paidBy: 'venmo',
    joined: 88,
  },
  {
    key: 'amara',
    name: 'Amara Diallo',
    studio: 'Studio Diallo',
    handle: '@studio.diallo',
    bio: 'Skin care, glass and stone. Product work for brands that like it calm. Dakar.',
    portrait: 'pictures/serum-on-travertine.jpg',
    phone: '+221 33 555 1107',
    paidBy: 'bank',
    joined: 86,
  },
  {
    key: 'freya',
    name: 'Freya Nielsen',
    studio: 'Nielsen Interiors',
    handle: '@freya.rooms',
    bio: 'Rooms that somebody lives in: reading corners, cups of tea, afternoon light. Copenhagen.',
    portrait: 'pictures/reading-corner.jpg',
    phone: '+45 33 55 11 08',
    paidBy: 'paypal',
    joined: 81,
    referredBy: 'ines',
  },
  {
    key: 'diego',
    name: 'Diego Marin',
    studio: 'Marin Botanica',
    handle: '@marin.botanica',
    bio: 'Leaves and little gardens, from very close. Mexico City.',
    portrait: 'pictures/leaf-against-the-light.jpg',
    phone: '+52 55 5550 1109',
    paidBy: 'venmo',
    joined: 74,
  },
  {
    key: 'hanna',
    name: 'Hanna Weiss',
    studio: 'Weiss Workshop',
    handle: '@hanna.makes',
    bio: 'Things made by hand, and the tables they are made on. Vienna.',
    portrait: 'pictures/stack-of-linen.jpg',
    phone: '+43 1 5550 1110',
    paidBy: 'bank',
    joined: 66,
    referredBy: 'mara',
  },
  {
    key: 'samir',
    name: 'Samir Patel',
    studio: 'Patel Close Up',
    handle: '@samir.closeup',
    bio: 'If it fits under a macro lens, I have probably tried it. London.',
    portrait: 'pictures/colored-pencils.jpg',
    phone: '+44 20 5550 1111',
    paidBy: 'paypal',
    joined: 58,
  },
  {
    key: 'elsa',
    name: 'Elsa Moreau',
    studio: 'Moreau Sucré',
    handle: '@elsa.moreau',
    bio: 'Pastry, fruit and everything sweet, shot in my kitchen in Lyon.',
    portrait: 'pictures/macarons.jpg',
    phone: '+33 1 55 50 11 12',
    paidBy: 'venmo',
    joined: 45,
    referredBy: 'yuki',
  },
];

export const brands: readonly DemoBrand[] = [
  {
    key: 'northwind',
    name: 'Northwind',
    contact: 'Astrid Holm',
    phone: '+47 22 55 02 01',
    appetite: 5,
    joined: 90,
  },
  {
    key: 'lakeside',
    name: 'Lakeside',
    contact: 'Peter Lang',
    phone: '+41 44 555 02 02',
    appetite: 3,
    joined: 90,
  },
  {
    key: 'atlas',
    name: 'Atlas Boots',
    contact: 'Rosa Medina',
    phone: '+34 91 555 02 03',
    appetite: 3,
    joined: 90,
  },
  {
    key: 'fernwood',
    name: 'Fernwood',
    contact: 'Grace Liu',
    phone: '+1 503 555 0204',
    appetite: 4,
    joined: 89,
  },
  {
    key: 'marea',
    name: 'Casa Marea',
    contact: 'Luca Ferri',
    phone: '+39 06 5550 0205',
    appetite: 4,
    joined: 87,
  },
  {
    key: 'halden',
    name: 'Halden & Sons',
    contact: 'Erik Halden',
    phone: '+46 31 555 02 06',
    appetite: 2,
    joined: 85,
  },
  {
    key: 'solara',
    name: 'Solara Skin',
    contact: 'Naomi Brandt',
    phone: '+1 310 555 0207',
    appetite: 4,
    joined: 76,
  },
  {
    key: 'kestrel',
    name: 'Kestrel Coffee',
    contact: 'Ben Ashworth',
    phone: '+44 161 555 0208',
    appetite: 3,
    joined: 61,
  },
  {
    key: 'papier',
    name: 'Papier & Encre',
    contact: 'Camille Roux',
    phone: '+33 4 55 50 02 09',
    appetite: 2,
    joined: 48,
  },
  {
    key: 'brightline',
    name: 'Brightline',
    contact: 'Owen Clarke',
    phone: '+1 415 555 0210',
    appetite: 3,
    joined: 33,
  },
];

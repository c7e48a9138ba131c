import type { Listing } from '../support/worlds/client.ts';

/** The demo's creators with their pictures, and its brands. */
export const creators: readonly { readonly name: string; readonly pictures: readonly Listing[] }[] = [
  {
    name: 'Mara Lindqvist',
    pictures: [
      {
        title: 'Harbour at dawn',
        description: 'First light over the fishing boats, no people.',
        tags: ['sea', 'morning'],
        prices: [40, 250, 900],
      },
      {
        title: 'Copper dusk',
        description: 'Layered ridges after a storm, wide crop.',
        tags: ['mountains', 'evening'],
        prices: [35, 240, 800],
      },
      {
        title: 'Still lake',
        description: 'Windless morning, mirror horizon.',
        tags: ['water', 'calm'],
        prices: [25, 180, 600],
      },
      {
        title: 'North road',
        description: 'A valley that leads the eye. Room for type.',
        tags: ['travel', 'mountains'],
        prices: [60, 320, 1_200],
      },
    ],
  },
  {
    name: 'Jonas Okafor',
    pictures: [
      {
        title: 'Violet hour',
        description: 'City hills after sunset, soft haze.',
        tags: ['evening', 'city'],
        prices: [45, 260, 950],
      },
      {
        title: 'Salt flats',
        description: 'High key, almost abstract.',
        tags: ['desert', 'minimal'],
        prices: [30, 200, 700],
      },
      {
        title: 'Pine and fog',
        description: 'Dark greens for outdoor campaigns.',
        tags: ['forest', 'morning'],
        prices: [50, 290, 1_000],
      },
    ],
  },
  {
    name: 'Ines Carvalho',
    pictures: [
      {
        title: 'Terracotta noon',
        description: 'Dry heat, warm dust, long shadows.',
        tags: ['desert', 'summer'],
        prices: [40, 220, 850],
      },
      {
        title: 'Blue ridges',
        description: 'Seven layers of blue. A quiet background.',
        tags: ['mountains', 'minimal'],
        prices: [25, 250, 500],
      },
      {
        title: 'Rose morning',
        description: 'Pink sky before the wind comes up.',
        tags: ['morning', 'calm'],
        prices: [35, 210, 650],
      },
    ],
  },
];

export const brands: readonly string[] = [
  'Northwind',
  'Lakeside',
  'Atlas Boots',
  'Fernwood',
  'Casa Marea',
  'Halden & Sons',
];

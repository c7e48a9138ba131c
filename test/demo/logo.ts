import sharp from 'sharp';

const marks = [
  '<circle cx="150" cy="150" r="90"/>',
  '<path d="M60 240 150 60l90 180z"/>',
  '<path d="M60 60h80v180H60zM160 60h80v80h-80z"/>',
  '<path d="M150 60a90 90 0 0 1 0 180zM60 150a90 90 0 0 1 90-90v90z"/>',
  '<path d="M60 150q45-90 90 0t90 0v90H60z"/>',
] as const;
const inks = ['#1f4d45', '#772f1a', '#2b2d5b', '#5a2a4a', '#2f4858'] as const;

/** A wide logo on a transparent background, as a PNG: identical for the same name and number. */
export const drawLogo = (name: string, number: number): Promise<Buffer> => {
  const escaped = name.replaceAll('&', '&amp;');
  const width = 340 + name.length * 76;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="300" fill="${inks[number % inks.length]}">
    ${marks[number % marks.length]}
    <text x="290" y="192" font-family="DejaVu Serif, Georgia, serif" font-size="112">${escaped}</text>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};
